"""Tables beyond one process and one run: shared memory, mapped files, saved files.

``shared.py`` and ``mapped.py`` provide the memory of a table and ``header.py`` reads its header.
``format.py`` defines the format of saved files; ``saving.py`` and ``loading.py`` write and read them.
``value_header.py`` and ``value_format.py`` do the same for value tables. ``placed.py``, ``tables.py`` and
``value_tables.py`` make tables of all this.
"""
