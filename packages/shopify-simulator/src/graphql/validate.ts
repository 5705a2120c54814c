import {
  type ArgumentNode,
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isTypeSubTypeOf,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  validate,
  valueFromASTUntyped,
} from 'graphql';
import type { AnswerError } from './errors.ts';
import { leafProblem } from './scalars.ts';

type Path = readonly (string | number)[];

/**
 * Checks a document against the schema and words each refusal as Shopify does (section 4): `path` begins with the operation.
 * What is not put into words here is still found by graphql-js, so that no invalid document is ever executed.
 */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): AnswerError[] {
  const validation = new Validation(schema, document);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) validation.operation(definition);
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) validation.fragment(definition);
  }
  if (validation.errors.length > 0) return validation.errors;
  return validate(schema, document).map((error) => ({
    message: error.message,
    locations: error.locations ?? [],
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  }));
}

export function operationLabel(operation: OperationDefinitionNode): string {
  return operation.name === undefined
    ? operation.operation
    : `${operation.operation} ${operation.name.value}`;
}

class Validation {
  readonly errors: AnswerError[] = [];
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  #used = new Set<string>();
  #declared = new Map<string, VariableDefinitionNode>();
  #visited = new Set<string>();

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema;
    this.#fragments = new Map(
      document.definitions
        .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
        .map((definition) => [definition.name.value, definition]),
    );
  }

  operation(operation: OperationDefinitionNode): void {
    const path: Path = [operationLabel(operation)];
    const root = this.#schema.getRootType(operation.operation);
    if (!root) {
      this.#refuse(operation, path, `Schema is not configured for ${operation.operation}s`, {
        code: 'missing',
      });
      return;
    }
    this.#used = new Set();
    this.#visited = new Set();
    this.#declared = new Map(
      (operation.variableDefinitions ?? []).map((definition) => [definition.variable.name.value, definition]),
    );
    for (const [name, definition] of this.#declared) {
      const type = typeFromAST(this.#schema, definition.type);
      if (type === undefined || !isInputType(type)) {
        const named = print(definition.type).replace(/[[\]!]/g, '');
        this.#refuse(definition, path, `${named} isn't a defined input type (on $${name})`, {
          code: 'variableRequiresValidType',
          typeName: named,
          variableName: name,
        });
      }
    }
    this.#selections(operation.selectionSet, root, path);
    for (const [name, definition] of this.#declared) {
      if (this.#used.has(name)) continue;
      const label = operation.name?.value ?? `anonymous ${operation.operation}`;
      this.#refuse(definition, path, `Variable $${name} is declared by ${label} but not used`, {
        code: 'variableNotUsed',
        variableName: name,
      });
    }
  }

  fragment(fragment: FragmentDefinitionNode): void {
    const name = fragment.typeCondition.name.value;
    if (this.#schema.getType(name) === undefined) {
      this.#refuse(
        fragment.typeCondition,
        [`fragment ${fragment.name.value}`],
        `No such type ${name}, so it can't be a fragment condition`,
        { code: 'undefinedType', typeName: name },
      );
    }
  }

  #selections(set: SelectionSetNode, parent: GraphQLNamedType, path: Path): void {
    for (const selection of set.selections) {
      this.#directives(selection.directives ?? [], path);
      if (selection.kind === Kind.FIELD) {
        this.#field(selection, parent, path);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const name = selection.typeCondition?.name.value;
        const type = name === undefined ? parent : this.#schema.getType(name);
        const inner = name === undefined ? path : [...path, `... on ${name}`];
        if (type === undefined) {
          this.#refuse(selection, inner, `No such type ${name}, so it can't be a fragment condition`, {
            code: 'undefinedType',
            typeName: name,
          });
        } else {
          this.#selections(selection.selectionSet, type, inner);
        }
      } else {
        const name = selection.name.value;
        const fragment = this.#fragments.get(name);
        if (fragment === undefined) {
          this.#refuse(selection, [...path, `... ${name}`], `Fragment ${name} was used, but not defined`, {
            code: 'useAndDefineFragments',
            fragmentName: name,
          });
        } else if (!this.#visited.has(name)) {
          this.#visited.add(name);
          const type = this.#schema.getType(fragment.typeCondition.name.value);
          if (type !== undefined) this.#selections(fragment.selectionSet, type, [`fragment ${name}`]);
        }
      }
    }
  }

  #field(node: FieldNode, parent: GraphQLNamedType, parentPath: Path): void {
    const name = node.name.value;
    const path: Path = [...parentPath, node.alias?.value ?? name];
    const field = isCompositeType(parent) ? this.#schema.getField(parent, name) : undefined;
    if (!field) {
      this.#refuse(node, path, `Field '${name}' doesn't exist on type '${parent.name}'`, {
        code: 'undefinedField',
        typeName: parent.name,
        fieldName: name,
      });
      return;
    }
    this.#arguments(node, `Field '${name}'`, 'Field', name, field.args, node.arguments ?? [], path);
    const type = getNamedType(field.type);
    if (node.selectionSet === undefined) {
      if (isCompositeType(type)) {
        const shown = `field '${name}' returns ${type.name} but has no selections. Did you mean '${name} { ... }'?`;
        this.#refuse(node, path, `Field must have selections (${shown})`, {
          code: 'selectionMismatch',
          nodeName: `field '${name}'`,
          typeName: type.name,
        });
      }
    } else if (isLeafType(type)) {
      const selected = node.selectionSet.selections.map((inner) => JSON.stringify(print(inner))).join(', ');
      this.#refuse(
        node,
        path,
        `Selections can't be made on scalars (field '${name}' returns ${type.name} but has selections [${selected}])`,
        { code: 'selectionMismatch', nodeName: `field '${name}'`, typeName: type.name },
      );
    } else {
      this.#selections(node.selectionSet, type, path);
    }
  }

  #directives(directives: readonly DirectiveNode[], path: Path): void {
    for (const node of directives) {
      const name = node.name.value;
      const directive = this.#schema.getDirective(name);
      if (!directive) {
        this.#refuse(node, path, `Directive @${name} is not defined`, {
          code: 'undefinedDirective',
          directiveName: name,
        });
        continue;
      }
      this.#arguments(
        node,
        `Directive '${name}'`,
        'Directive',
        name,
        directive.args,
        node.arguments ?? [],
        path,
      );
    }
  }

  #arguments(
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
      (node.kind === Kind.ENUM) !== 'getValues' in nullable ||
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
    this.#used.add(name);
    const definition = this.#declared.get(name);
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

  #refuse(node: ASTNode, path: Path, message: string, extensions: Record<string, unknown>): void {
    const token = node.loc?.startToken;
    const locations = token === undefined ? [] : [{ line: token.line, column: token.column }];
    this.errors.push({ message, locations, path, extensions });
  }
}

type ArgumentPlace = { label: string; typeName: string; argumentName: string; owner: ASTNode };

/** A single value may stand for a list of one. */
function isItemOf(schema: GraphQLSchema, declared: GraphQLInputType, expected: GraphQLInputType): boolean {
  const list = isNonNullType(expected) ? expected.ofType : expected;
  return isListType(list) && !isAbstractType(list) && isTypeSubTypeOf(schema, declared, list.ofType);
}
