"""xlwings Server: what Excel is told about the functions, by xlwings' own code; needs XLWINGS_LICENSE_KEY, as that code does."""

from xlpoker.functions import CATALOGUE


def test_excel_is_told_the_catalogue(server):
    """Names, help and parameters are the catalogue's; options may be left out, hands repeat."""
    told = {entry["id"]: entry for entry in server.ask("meta")["functions"]}
    assert set(told) == set(CATALOGUE)
    for name, entry in CATALOGUE.items():
        assert (told[name]["name"], told[name]["description"]) == (name, entry.help)
        shown = [(part["name"], part["description"]) for part in told[name]["parameters"]]
        assert shown == [(argument.name, argument.help) for argument in entry.arguments]
        for part, argument in zip(told[name]["parameters"], entry.arguments, strict=True):
            assert part["dimensionality"] == "matrix"
            assert bool(part.get("repeating")) == argument.repeats
            assert bool(part.get("optional")) == (argument.default is not None)


def test_the_server_serves_a_script_for_every_function(server):
    """What `xlpoker excel server` prints is all that a server needs."""
    code = server.ask("code")
    assert all(f'CustomFunctions.associate("{name}", {name});' in code for name in CATALOGUE)
