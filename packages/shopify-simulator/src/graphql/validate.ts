import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInputType,
  isLeafType,
  Kind,
  NoDeprecatedCustomRule,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  typeFromAST,
  validate,
} from 'graphql';
import type { AnswerError } from './errors.ts';
import { ArgumentRules, type Path } from './validate-arguments.ts';

/**
 * Checks a document against the schema and words each refusal as Shopify does: `path` begins with the operation.
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

/** Whether the document asks for anything that the version marks as deprecated. */
export function asksDeprecated(schema: GraphQLSchema, document: DocumentNode): boolean {
  return validate(schema, document, [NoDeprecatedCustomRule]).length > 0;
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
  readonly #values: ArgumentRules;
  #visited = new Set<string>();

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema;
    this.#values = new ArgumentRules(schema, (...refusal) => this.#refuse(...refusal));
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
    const declared = new Map(
      (operation.variableDefinitions ?? []).map((definition) => [definition.variable.name.value, definition]),
    );
    this.#visited = new Set();
    this.#values.declared = declared;
    this.#values.used = new Set();
    for (const [name, definition] of declared) {
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
    for (const [name, definition] of declared) {
      if (this.#values.used.has(name)) continue;
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
    this.#values.check(node, `Field '${name}'`, 'Field', name, field.args, node.arguments ?? [], path);
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
      this.#values.check(
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

  #refuse(node: ASTNode, path: Path, message: string, extensions: Record<string, unknown>): void {
    const token = node.loc?.startToken;
    const locations = token === undefined ? [] : [{ line: token.line, column: token.column }];
    this.errors.push({ message, locations, path, extensions });
  }
}
