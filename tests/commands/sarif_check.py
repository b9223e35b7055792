"""A strict reading of SARIF 2.1.0, as far as cleave writes it and code scanning asks for it: unknown keys are wrong, and so is whatever a service would
refuse or not be able to place."""
import re

LEVELS = {"none", "note", "warning", "error"}


class Problems(list):
    def need(self, good, what):
        if not good:
            self.append(what)


def keys(problems, where, thing, required, optional=()):
    problems.need(isinstance(thing, dict), f"{where} is no object")
    if not isinstance(thing, dict):
        return False
    missing, unknown = set(required) - set(thing), set(thing) - set(required) - set(optional)
    problems.need(not missing and not unknown, f"{where}: missing {sorted(missing)}, unknown {sorted(unknown)}")
    return not missing


def text(problems, where, thing):
    if keys(problems, where, thing, ["text"]):
        problems.need(isinstance(thing["text"], str) and thing["text"].strip() != "", f"{where} is empty")


def location(problems, where, thing, bases):
    if not keys(problems, where, thing, ["physicalLocation"], ["message", "id", "logicalLocations"]):
        return
    if "message" in thing:
        text(problems, f"{where}.message", thing["message"])
    physical = thing["physicalLocation"]
    if not keys(problems, where, physical, ["artifactLocation", "region"]):
        return
    artifact, region = physical["artifactLocation"], physical["region"]
    keys(problems, where, artifact, ["uri"], ["uriBaseId"])
    uri = artifact["uri"]
    problems.need(re.fullmatch(r"[A-Za-z0-9._~/+@,=:%-]+", uri), f"{where}: {uri} is no URI")
    if "uriBaseId" in artifact:
        problems.need(artifact["uriBaseId"] in bases, f"{where}: no base {artifact['uriBaseId']}")
        problems.need(not uri.startswith("/") and ".." not in uri.split("/") and "://" not in uri, f"{where}: {uri} is not relative")
    else:
        problems.need(uri.startswith("file:///"), f"{where}: {uri} has no base")
    keys(problems, where, region, ["startLine", "endLine"], ["snippet"])
    problems.need(1 <= region["startLine"] <= region["endLine"], f"{where}: lines {region}")
    if "snippet" in region:
        text(problems, f"{where}.snippet", region["snippet"])
    for each in thing.get("logicalLocations", []):
        keys(problems, where, each, ["name", "kind"])


def result(problems, where, thing, rules, bases):
    required = ["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"]
    if not keys(problems, where, thing, required, ["relatedLocations", "codeFlows", "suppressions", "properties"]):
        return
    index = thing["ruleIndex"]
    problems.need(isinstance(index, int) and 0 <= index < len(rules) and rules[index]["id"] == thing["ruleId"], f"{where}: rule {thing['ruleId']} at {index}")
    problems.need(thing["level"] in LEVELS, f"{where}: level {thing['level']}")
    text(problems, f"{where}.message", thing["message"])
    problems.need(len(thing["locations"]) == 1, f"{where}: {len(thing['locations'])} locations")
    for each in thing["locations"]:
        location(problems, f"{where}.locations", each, bases)
        artifact = each["physicalLocation"]["artifactLocation"]
        problems.need(artifact.get("uriBaseId", "%SRCROOT%") == "%SRCROOT%", f"{where} is not in the version that is scanned")
    related = thing.get("relatedLocations", [])
    for each in related:
        location(problems, f"{where}.relatedLocations", each, bases)
        problems.need("message" in each, f"{where}: a related location without a message")
    ids = [each.get("id") for each in related]
    problems.need(len(set(ids)) == len(ids) and all(isinstance(each, int) for each in ids), f"{where}: ids {ids}")
    for flow in thing.get("codeFlows", []):
        keys(problems, f"{where}.codeFlows", flow, ["message", "threadFlows"])
        problems.need(len(flow["threadFlows"]) == 1 and flow["threadFlows"][0]["locations"], f"{where}: a flow without steps")
        for step in flow["threadFlows"][0]["locations"]:
            keys(problems, f"{where}.codeFlows", step, ["location", "executionOrder"], ["nestingLevel"])
            location(problems, f"{where}.codeFlows", step["location"], bases)
    for name, value in thing["partialFingerprints"].items():
        problems.need(isinstance(value, str) and re.fullmatch(r"[0-9a-f]{16}:[1-9][0-9]*", value), f"{where}: {name} is {value}")


def sarif_problems(document):
    problems = Problems()
    if not keys(problems, "the document", document, ["$schema", "version", "runs"]):
        return problems
    problems.need(document["version"] == "2.1.0" and len(document["runs"]) == 1, "version or runs")
    run = document["runs"][0]
    if not keys(problems, "the run", run, ["tool", "results", "originalUriBaseIds", "columnKind", "invocations", "properties"]):
        return problems
    driver = run["tool"]["driver"]
    keys(problems, "the driver", driver, ["name", "semanticVersion", "rules"])
    problems.need(re.fullmatch(r"\d+\.\d+\.\d+", driver["semanticVersion"]), "the version")
    rules = driver["rules"]
    problems.need(len({rule["id"] for rule in rules}) == len(rules), "rules have the same id")
    for rule in rules:
        keys(problems, "a rule", rule, ["id", "name", "shortDescription", "fullDescription", "help", "defaultConfiguration", "properties"])
        for name in ("shortDescription", "fullDescription", "help"):
            text(problems, f"{rule['id']}.{name}", rule[name])
        problems.need(rule["defaultConfiguration"]["level"] in LEVELS, f"{rule['id']}: level")
    root = run["originalUriBaseIds"]["%SRCROOT%"]["uri"]
    problems.need(root.startswith("file:///") and root.endswith("/"), f"the root is {root}")
    for k, each in enumerate(run["results"]):
        result(problems, f"result {k}", each, rules, run["originalUriBaseIds"])
    prints = [each["partialFingerprints"]["primaryLocationLineHash"] for each in run["results"]]
    problems.need(len(set(prints)) == len(prints), "two results have the same fingerprint")
    for each in run["invocations"]:
        keys(problems, "the invocation", each, ["executionSuccessful"], ["toolExecutionNotifications"])
    return problems
