import {
  type ArgumentNode,
  type ASTNode,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isTypeSubTypeOf,
  Kind,
  print,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import { leafProblem } from './scalars.ts';

export type Path = readonly (string | number)[];
export type Refuse = (
  node: ASTNode,
  path: Path,
  message: string,
  extensions: Record<string, unknown>,
) => void;

/** Arguments and the values written into a document, with the variables used in them. */
export class ArgumentRules {
  /** Variables of the operation under way. */
  declared: ReadonlyMap<string, VariableDefinitionNode> = new Map();
  used = new Set<string>();
  readonly #schema: GraphQLSchema;
  readonly #refuse: Refuse;

  constructor(schema: GraphQLSchema, refuse: Refuse) {
    this.#schema = schema;
    this.#refuse = refuse;
  }

  check(
    owner: ASTNode,
    label: string,
    className: 'Field' | 'Directive',
    name: string,
    accepted: readonly GraphQLArgument[],
    given: readonly ArgumentNode[],
    path: Path,
  ): void {
    for (const node of given) {
      const argumentName = node.name.value;
      const argument = accepted.find((candidate) => candidate.name === argumentName);
      if (argument === undefined) {
        this.#refuse(node, [...path, argumentName], `${label} doesn't accept argument '${argumentName}'`, {
          code: 'argumentNotAccepted',
          name,
          typeName: className,
          argumentName,
        });
      } else {
        const place = { label, typeName: className, argumentName, owner };
        this.#value(
          node.value,
          argument.type,
          [...path, argumentName],
          place,
          argument.defaultValue !== undefined,
        );
      }
    }
    const missing = accepted
      .filter((argument) => isRequiredArgument(argument))
      .map((argument) => argument.name)
      .filter((argumentName) => !given.some((node) => node.name.value === argumentName));
    if (missing.length > 0) {
      this.#refuse(owner, path, `${label} is missing required arguments: ${missing.join(', ')}`, {
        code: 'missingRequiredArguments',
        className,
        name,
        arguments: missing.join(', '),
      });
    }
  }

  #value(
    node: ValueNode,
    type: GraphQLInputType,
    path: Path,
    place: ArgumentPlace,
    hasDefault: boolean,
  ): void {
    if (node.kind === Kind.VARIABLE) {
      this.#variable(node.name.value, node, type, path, place, hasDefault);
      return;
    }
    if (node.kind === Kind.NULL) {
      if (isNonNullType(type)) this.#incompatible(node, type, path, place);
      return;
    }
    const nullable = isNonNullType(type) ? type.ofType : type;
    if (isListType(nullable)) {
      const items = node.kind === Kind.LIST ? node.values : [node];
      for (const item of items) this.#value(item, nullable.ofType, path, place, false);
      return;
    }
    if (isInputObjectType(nullable)) {
      if (node.kind !== Kind.OBJECT) {
        this.#incompatible(node, type, path, place);
        return;
      }
      const fields = nullable.getFields();
      for (const inner of node.fields) {
        const argumentName = inner.name.value;
        const field = fields[argumentName];
        const label = `InputObject '${nullable.name}'`;
        if (field === undefined) {
          this.#refuse(inner, [...path, argumentName], `${label} doesn't accept argument '${argumentName}'`, {
            code: 'argumentNotAccepted',
            name: nullable.name,
            typeName: 'InputObject',
            argumentName,
          });
        } else {
          const innerPlace = { label, typeName: 'InputObject', argumentName, owner: node } as const;
          this.#value(
            inner.value,
            field.type,
            [...path, argumentName],
            innerPlace,
            field.defaultValue !== undefined,
          );
        }
      }
      for (const field of Object.values(fields)) {
        if (!isRequiredInputField(field) || node.fields.some((inner) => inner.name.value === field.name))
          continue;
        this.#refuse(
          node,
          [...path, field.name],
          `Argument '${field.name}' on InputObject '${nullable.name}' is required. Expected type ${field.type}`,
          {
            code: 'missingRequiredInputObjectAttribute',
            argumentName: field.name,
            argumentType: String(field.type),
            inputObjectType: nullable.name,
          },
        );
      }
      return;
    }
    this.#leaf(node, nullable, type, path, place);
  }

  #leaf(
    node: ValueNode,
    nullable: GraphQLInputType,
    type: GraphQLInputType,
    path: Path,
    place: ArgumentPlace,
  ): void {
    const named = getNamedType(nullable).name;
    const isWrongKind =
      (node.kind === Kind.ENUM) !== isEnumType(nullable) ||
      node.kind === Kind.LIST ||
      node.kind === Kind.OBJECT;
    if (isWrongKind && named !== 'JSON') {
      this.#incompatible(node, type, path, place);
      return;
    }
    const problem = leafProblem(nullable, valueFromASTUntyped(node));
    if (problem === null) return;
    if (named === 'ID') {
      this.#refuse(place.owner, path, problem, {
        code: 'argumentLiteralsIncompatible',
        typeName: 'CoercionError',
      });
    } else {
      this.#incompatible(node, type, path, place);
    }
  }

  #variable(
    name: string,
    node: ASTNode,
    type: GraphQLInputType,
    path: Path,
    place: ArgumentPlace,
    hasDefault: boolean,
  ): void {
    this.used.add(name);
    const definition = this.declared.get(name);
    if (definition === undefined) {
      const label = String(path[0]);
      this.#refuse(
        node,
        path,
        `Variable $${name} is used by ${label.replace(/^\w+ /, '')} but not declared`,
        {
          code: 'variableNotDefined',
          variableName: name,
        },
      );
      return;
    }
    const declared = typeFromAST(this.#schema, definition.type);
    if (declared === undefined || !isInputType(declared)) return;
    const mayBeNull = definition.defaultValue !== undefined || hasDefault;
    const expected = isNonNullType(type) && mayBeNull ? type.ofType : type;
    if (isTypeSubTypeOf(this.#schema, declared, expected) || isItemOf(this.#schema, declared, expected))
      return;
    this.#refuse(
      place.owner,
      path,
      `Type mismatch on variable $${name} and argument ${place.argumentName} (${declared} / ${type})`,
      {
        code: 'variableMismatch',
        variableName: name,
        typeName: String(declared),
        argumentName: place.argumentName,
        errorMessage: 'Type mismatch',
      },
    );
  }

  #incompatible(node: ValueNode, type: GraphQLInputType, path: Path, place: ArgumentPlace): void {
    const shown = print(node);
    this.#refuse(
      place.owner,
      path,
      `Argument '${place.argumentName}' on ${place.label} has an invalid value (${shown}). Expected type '${type}'.`,
      { code: 'argumentLiteralsIncompatible', typeName: place.typeName, argumentName: place.argumentName },
    );
  }
}

type ArgumentPlace = { label: string; typeName: string; argumentName: string; owner: ASTNode };

/** A single value may stand for a list of one. */
function isItemOf(schema: GraphQLSchema, declared: GraphQLInputType, expected: GraphQLInputType): boolean {
  const list = isNonNullType(expected) ? expected.ofType : expected;
  return isListType(list) && isTypeSubTypeOf(schema, declared, list.ofType);
}
