// Python with Tabiya in a worker. A message is a program; the answers are {line} for each line, then {done: true}.

import { loadPyodide } from "./pyodide/pyodide.mjs";

async function load() {
  const say = line => postMessage({ line });
  const python = await loadPyodide({ stdout: say, stderr: say });
  const wheel = (await (await fetch("wheel.txt")).text()).trim();
  await python.loadPackage(new URL(wheel, location.href).href, { messageCallback: () => {} });
  return python;
}

const python = await load();

addEventListener("message", async ({ data }) => {
  try {
    await python.runPythonAsync(data, { globals: python.toPy({}) });
  } catch (error) {
    postMessage({ line: error.message });
  }
  postMessage({ done: true });
});
postMessage({ done: true });
