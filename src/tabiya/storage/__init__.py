"""Tables beyond one process and one run: shared memory, mapped files, saved files.

``shared.py`` and ``mapped.py`` find a place for a table's memory, ``header.py`` reads what stands in front of
it; ``format.py`` says how a saved file looks, ``saving.py`` and ``loading.py`` write and read it.
``front.py`` makes methods of all that.
"""
