/** Mistakes as people make them in a description that has none. Each is one replacement in the text of spec/petstore.yaml. */
export interface Mistake {
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

export const mistakes: readonly Mistake[] = [
  { what: "a type that is none", from: "type: integer, minimum: 1", to: "type: int, minimum: 1" },
  { what: "a key with a letter missing", from: "description: Returns a single animal", to: "descripton: Returns a single animal" },
  { what: "a method that is none", from: "    post:\n      operationId", to: "    pots:\n      operationId" },
  {
    what: "a reference to nothing",
    from: 'schema: { $ref: "#/components/schemas/Pets" }',
    to: 'schema: { $ref: "#/components/schemas/Petz" }',
  },
  { what: "a reference without its #", from: '$ref: "#/components/parameters/Limit"', to: '$ref: "/components/parameters/Limit"' },
  { what: "a reference to another kind", from: '$ref: "#/components/parameters/Limit"', to: '$ref: "#/components/schemas/PetStatus"' },
  { what: "the same operationId twice", from: "operationId: createPet", to: "operationId: listPets" },
  { what: "a path parameter that the path does not have", from: "/pets/{petId}:", to: "/pets/{id}:" },
  { what: "a path parameter that is not required", from: "      in: path\n      required: true\n", to: "      in: path\n" },
  {
    what: "two paths that are one",
    from: "components:\n  securitySchemes",
    to: "  /pets/{other}:\n    get: { operationId: other, parameters: [{ name: other, in: path, required: true, schema: { type: string } }], responses: { default: { description: ok } } }\n\ncomponents:\n  securitySchemes",
  },
  { what: "a query in a path", from: "  /pets/{petId}:", to: "  /pets/{petId}?full=true:" },
  { what: "a path without its slash", from: "  /pets:\n", to: "  pets:\n" },
  { what: "a parameter without a place", from: "      name: limit\n      in: query\n", to: "      name: limit\n" },
  { what: "a place of parameters that is none", from: "      name: limit\n      in: query\n", to: "      name: limit\n      in: querry\n" },
  { what: "a parameter without a schema", from: "      schema: { type: integer, minimum: 1, maximum: 100, default: 20 }\n", to: "" },
  {
    what: "a parameter twice",
    from: '        - $ref: "#/components/parameters/Status"',
    to: '        - $ref: "#/components/parameters/Limit"\n        - { name: limit, in: query, schema: { type: string } }',
  },
  { what: "bounds that exclude each other", from: "minimum: 1, maximum: 100", to: "minimum: 100, maximum: 1" },
  { what: "a default out of bounds", from: "default: 20", to: "default: 200" },
  { what: "a default of another type", from: "default: 20", to: 'default: "twenty"' },
  {
    what: "an example of another type",
    from: "          description: Machine-readable error code.\n          type: string",
    to: "          description: Machine-readable error code.\n          type: string\n          examples: [404]",
  },
  {
    what: "an example without a required property",
    from: 'schema: { $ref: "#/components/schemas/NewPet" }',
    to: 'schema: { $ref: "#/components/schemas/NewPet" }\n            example: { name: Flint }',
  },
  {
    what: "a value of an enumeration that is of another type",
    from: "enum: [available, pending, sold]",
    to: "enum: [available, pending, 404]",
  },
  { what: "a value of an enumeration twice", from: "enum: [available, pending, sold]", to: "enum: [available, pending, available]" },
  { what: "an enumeration that is no list", from: "enum: [available, pending, sold]", to: "enum: available" },
  { what: "a required property that is misspelt", from: "required: [name, categoryId]", to: "required: [name, categoryID]" },
  {
    what: "required as a flag of a property",
    from: "          description: The animal's name.\n          type: string",
    to: "          description: The animal's name.\n          type: string\n          required: true",
  },
  {
    what: "properties at the wrong depth",
    from: "      properties:\n        name:\n          description: The animal's name.\n          type: string\n",
    to: "      name:\n          description: The animal's name.\n          type: string\n      properties:\n",
  },
  {
    what: "a list without items",
    from: '      type: array\n      items: { $ref: "#/components/schemas/Pet" }',
    to: '      type: array\n      item: { $ref: "#/components/schemas/Pet" }',
  },
  {
    what: "a pattern of another language",
    from: "          description: The animal's name.\n          type: string",
    to: "          description: The animal's name.\n          type: string\n          pattern: '(?i)^[a-z]+$'",
  },
  {
    what: "nullable of another version",
    from: "          description: The animal's name.\n          type: string",
    to: "          description: The animal's name.\n          type: string\n          nullable: true",
  },
  {
    what: "a format that resembles one",
    from: "      schema: { type: integer, format: int64 }\n\n  headers",
    to: "      schema: { type: integer, format: in64 }\n\n  headers",
  },
  { what: "a status that is none", from: '        "404": { $ref', to: '        "40x": { $ref' },
  { what: "a response without a description", from: "          description: The animals.\n", to: "" },
  {
    what: "a media type that is none",
    from: '      content:\n        application/json:\n          schema: { $ref: "#/components/schemas/Error" }\n    Unauthorized',
    to: '      content:\n        json:\n          schema: { $ref: "#/components/schemas/Error" }\n    Unauthorized',
  },
  {
    what: "a schema where a media type belongs",
    from: '          application/json:\n            schema: { $ref: "#/components/schemas/NewPet" }',
    to: '          application/json: { $ref: "#/components/schemas/NewPet" }',
  },
  { what: "a security scheme that is not declared", from: "  - bearerAuth: []", to: "  - bearer: []" },
  { what: "a security scheme of no type", from: "      type: http\n      scheme: bearer\n", to: "      scheme: bearer\n" },
  {
    what: "a server with a variable that is not described",
    from: "  - url: https://{host}/v1\n    description: Staging",
    to: "  - url: https://{host}/{version}\n    description: Staging",
  },
  {
    what: "a server's scheme misspelt",
    from: "  - url: https://{host}/v1\n    description: Staging",
    to: "  - url: htps://{host}/v1\n    description: Staging",
  },
  { what: "a tag that is misspelt", from: "tags: [pets]\n      summary: Add", to: "tags: [pest]\n      summary: Add" },
  { what: "a date that is none", from: 'x-sunset: "2030-12-05"', to: 'x-sunset: "2030-02-30"' },
  { what: "a key of dates that is misspelt", from: 'x-sunset: "2030-12-05"', to: 'x-sunsett: "2030-12-05"' },
  { what: "a replacement that does not exist", from: "replacement: { operationId: listPets,", to: "replacement: { operationId: listPet," },
  {
    what: "a member that OpenAPI does not have",
    from: "      summary: List animals.\n",
    to: "      summary: List animals.\n      authentication: none\n",
  },
  { what: "a description as a list", from: "  title: Petstore\n", to: "  title: [Petstore]\n" },
  {
    what: "a mapping key twice",
    from: "      summary: Get an animal.\n",
    to: "      summary: Get an animal.\n      summary: Get one animal.\n",
  },
  {
    what: "an allOf that is no list",
    from: '      allOf:\n        - $ref: "#/components/schemas/NewPet"\n        - type: object\n          required: [id]\n          properties:\n            id:\n              description: Unique identifier, assigned by the service on creation.\n              type: integer\n              format: int64\n',
    to: '      allOf: { $ref: "#/components/schemas/NewPet" }\n',
  },
];
