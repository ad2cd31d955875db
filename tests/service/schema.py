"""The part of JSON Schema that src/serve/openapi.json uses: whether a value fits, and values that fit or do not."""

import random
import re

NAMES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
KNOWN = {"type", "required", "properties", "additionalProperties", "items", "enum", "minimum", "maximum",
         "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "nullable", "format", "oneOf", "anyOf",
         "not", "pattern", "description", "example", "default", "$ref"}


class Schemas:
    """`api` is the whole of the contract. With `closed`, objects have no fields but those that are written down."""

    def __init__(self, api, closed=True):
        self.api, self.closed = api, closed

    def resolve(self, schema):
        while "$ref" in schema:
            found = self.api
            for name in schema["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            schema = found
        unknown = set(schema) - KNOWN
        assert not unknown, f"tests/service/schema.py does not know {unknown}"
        return schema

    def problems(self, value, schema, where="answer"):
        """What is wrong with the value, a line each."""
        schema = self.resolve(schema)
        if value is None and schema.get("nullable"):
            return
        kind = schema.get("type")
        if kind and (not isinstance(value, NAMES[kind]) or isinstance(value, bool) != (kind == "boolean")):
            yield f"{where}: expected {kind}, got {value!r}"
            return
        if "enum" in schema and value not in schema["enum"]:
            yield f"{where}: expected one of {schema['enum']}, got {value!r}"
        if isinstance(value, dict):
            yield from self._object_problems(value, schema, where)
        elif kind == "array":
            for i, element in enumerate(value):
                yield from self.problems(element, schema["items"], f"{where}[{i}]")
        elif kind == "string":
            yield from self._string_problems(value, schema, where)
        elif kind in ("integer", "number"):
            yield from self._number_problems(value, schema, where)
        yield from self._combination_problems(value, schema, where)

    def fits(self, value, schema):
        return not list(self.problems(value, schema))

    def _object_problems(self, value, schema, where):
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                yield f"{where}: {name} is missing"
        rest = schema.get("additionalProperties", not self.closed or "type" not in schema)
        for name, element in value.items():
            if name in properties:
                yield from self.problems(element, properties[name], f"{where}.{name}")
            elif rest is False:
                yield f"{where}: the field {name} is not written down"
            elif rest is not True:
                yield from self.problems(element, rest, f"{where}.{name}")

    @staticmethod
    def _string_problems(value, schema, where):
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
            yield f"{where}: {len(value)} characters"
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{where}: {value!r} is not {schema['pattern']}"
        if schema.get("format") == "date-time" and not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", value):
            yield f"{where}: expected a time, got {value!r}"

    @staticmethod
    def _number_problems(value, schema, where):
        low, high = schema.get("minimum"), schema.get("maximum")
        if value != value or value in (float("inf"), float("-inf")):
            yield f"{where}: {value} is not finite"
        if low is not None and (value < low or schema.get("exclusiveMinimum") and value == low):
            yield f"{where}: {value} is too small"
        if high is not None and (value > high or schema.get("exclusiveMaximum") and value == high):
            yield f"{where}: {value} is too large"

    def _combination_problems(self, value, schema, where):
        open_ = Schemas(self.api, closed=False)
        if "oneOf" in schema and sum(open_.fits(value, option) for option in schema["oneOf"]) != 1:
            yield f"{where}: expected one of {schema['oneOf']}"
        if "anyOf" in schema and not any(open_.fits(value, option) for option in schema["anyOf"]):
            yield f"{where}: expected any of {schema['anyOf']}"
        if "not" in schema and open_.fits(value, schema["not"]):
            yield f"{where}: must not be {schema['not']}"


WORDS = ["", "pump", "the pump leaks oil", "a/b", "..", "ü 木 🌲", "\x00\x1f", '"\\', "%2e%2e%2f", " x ", "z" * 300]


class Values:
    """Values from one seed."""

    def __init__(self, schemas, seed):
        self.schemas, self.random = schemas, random.Random(seed)

    def good(self, schema, deep=0):
        """A value that fits."""
        schema = self.schemas.resolve(schema)
        for _ in range(1000):
            value = self._guess(schema, deep)
            if self.schemas.fits(value, schema):
                return value
        raise AssertionError(f"no value was found for {schema}")

    def _guess(self, schema, deep):
        kind, choose = schema.get("type"), self.random
        if schema.get("nullable") and choose.random() < 0.2:
            return None
        if "enum" in schema:
            return choose.choice(schema["enum"])
        if kind == "object":
            return self._object(schema, deep)
        if kind == "array":
            return [self.good(schema["items"], deep + 1) for _ in range(choose.choice([0, 1, 1, 2, 5]))]
        if kind == "string":
            return choose.choice(WORDS)[:schema.get("maxLength", 1000)]
        if kind == "boolean":
            return choose.random() < 0.5
        low, high = schema.get("minimum", -1000), schema.get("maximum", 1000)
        return choose.randint(low, high) if kind == "integer" else choose.choice([low, choose.uniform(low, high), 1e-300])

    def _object(self, schema, deep):
        required = set(schema.get("required", []))
        for option in self.random.sample(schema.get("oneOf", []), k=min(1, len(schema.get("oneOf", [])))):
            required |= set(option["required"])
        listed = {name for option in schema.get("oneOf", []) for name in option["required"]}
        value = {name: self.good(part, deep + 1) for name, part in schema.get("properties", {}).items()
                 if name in required or name not in listed and self.random.random() < 0.4}
        if isinstance(schema.get("additionalProperties"), dict):
            value.update({word: self.good(schema["additionalProperties"], deep + 1)
                          for word in self.random.sample(WORDS, k=self.random.randint(0, 4))})
        return value

    def bad(self, schema):
        """A value that does not fit: a good one with one thing spoilt somewhere."""
        for _ in range(1000):
            value = self._spoilt(self.good(schema))
            if not self.schemas.fits(value, schema):
                return value
        raise AssertionError(f"no wrong value was found for {schema}")

    def _spoilt(self, value):
        choose = self.random
        if isinstance(value, dict) and choose.random() < 0.8:
            value = dict(value)
            step = choose.choice(["drop", "add", "inside", "inside"])
            if step == "add" or not value:
                value[choose.choice(["unknown", "Text", "document ", "labels2"])] = choose.choice([1, "x", None])
            elif step == "drop":
                del value[choose.choice(list(value))]
            else:
                name = choose.choice(list(value))
                value[name] = self._spoilt(value[name])
            return value
        if isinstance(value, list) and value and choose.random() < 0.7:
            place = choose.randrange(len(value))
            return value[:place] + [self._spoilt(value[place])] + value[place + 1:]
        return choose.choice([None, 0, -1, 1.5, 10**30, "", "x" * 201, [], [[]], {}, {"x": {}}, True])
