// Runs a Python file with a wheel in WebAssembly, without a network:
//
//     node tests/wasm/run.mjs <folder of the npm package pyodide> <wheel> <file.py> [arguments of the file]
//
// Everything comes from the arguments; the file may import what is beside it and read what is beside its folder.
// The exit code is the file's own; anything else that goes wrong is 1.

import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// sys.exit raises SystemExit, which would end the interpreter with a trace of JavaScript: the code is fetched here.
const RUN = `
import os, runpy, sys

def run(path, arguments):
    sys.dont_write_bytecode = True  # not into the folder of the tests
    sys.argv = [path, *arguments]
    sys.path.insert(0, os.path.dirname(path))
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            return 1
        return end.code or 0
    return 0

run
`;

async function main(pyodideFolder, wheel, file, ...rest) {
  const folder = resolve(pyodideFolder);
  const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")));
  const python = await loadPyodide({ indexURL: folder, stdout: console.log, stderr: console.error });
  console.log(`Pyodide ${python.version} on Node ${process.version}: ${basename(wheel)}, ${file}`);

  const packages = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(new Uint8Array(await readFile(wheel)), "whl", { extractDir: packages }); // takes no Buffer
  const here = dirname(resolve(file));
  python.mountNodeFS("/tests", dirname(here));
  return python.runPython(RUN)(`/tests/${basename(here)}/${basename(file)}`, rest);
}

const names = process.argv.slice(2);
if (names.length < 3) {
  console.error(`run.mjs takes a pyodide folder, a wheel and a Python file, not ${names.length} arguments: ${names}`);
  process.exit(1);
}
try {
  process.exitCode = await main(...names);
} catch (error) {
  console.error(error.message); // without the trace: it would quote Pyodide's code, which is one line of a megabyte
  process.exitCode = 1;
}
