import { type SqlParameter, SqlServerError } from '../engine/engine.ts';
import { asDeclared, parseDeclarations } from './declarations.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import type { RpcCall, RpcParameter } from './requests.ts';

/** What a call comes down to. */
export type Invocation = {
  /** Null: nothing is executed. */
  readonly batch: string | null;
  readonly parameters: readonly SqlParameter[];
  /** The output parameter that a new handle is returned in. */
  readonly returned: { readonly name: string; readonly handle: number } | null;
  /** The session forgets its settings. */
  readonly resets: boolean;
};

/** Resolves the calls that drivers make. Throws SqlServerErrors as the server does for wrong ones. */
export function resolveCall({ procedure, parameters }: RpcCall, prepared: PreparedStatements): Invocation {
  const name = procedure.toLowerCase().replace(/^(sys|master|dbo)?\.+/, '');
  const nothing = { batch: null, parameters: [], returned: null, resets: false };
  switch (name) {
    case 'sp_executesql': {
      const [statement, declarations, ...values] = parameters;
      const text = textOf(statement);
      return { ...nothing, batch: text, parameters: bind(optionalText(declarations), values) };
    }
    case 'sp_prepare': {
      const [handle, declarations, statement] = parameters;
      const prepare = { text: textOf(statement), declarations: optionalText(declarations) };
      return { ...nothing, returned: { name: handle?.name ?? '', handle: prepared.prepare(prepare) } };
    }
    case 'sp_prepexec': {
      const [handle, declarations, statement, ...values] = parameters;
      const prepare = { text: textOf(statement), declarations: optionalText(declarations) };
      return {
        ...nothing,
        batch: prepare.text,
        parameters: bind(prepare.declarations, values),
        returned: { name: handle?.name ?? '', handle: prepared.prepare(prepare) },
      };
    }
    case 'sp_execute': {
      const [handle, ...values] = parameters;
      const { text, declarations } = prepared.get(handleOf(handle));
      return { ...nothing, batch: text, parameters: bind(declarations, values) };
    }
    case 'sp_unprepare':
      prepared.unprepare(handleOf(parameters[0]));
      return nothing;
    case 'sp_reset_connection':
      return { ...nothing, resets: true };
    default:
      return { ...nothing, ...procedureCall(procedure, name, parameters) };
  }
}

/** Any other procedure is the engine's to know. */
function procedureCall(procedure: string, name: string, parameters: readonly RpcParameter[]) {
  if (name.startsWith('sp_cursor') || name === 'sp_prepexecrpc') {
    throw new SqlServerError({
      number: 2812,
      state: 62,
      message: `Could not find stored procedure '${procedure}'.`,
    });
  }
  const bound = parameters.map((parameter, index) => {
    refuseOutput(parameter);
    return { ...parameter, bindName: `@__${index + 1}` };
  });
  const list = bound.map((parameter) =>
    parameter.name === '' ? parameter.bindName : `${parameter.name} = ${parameter.bindName}`,
  );
  return {
    batch: `EXEC ${procedure} ${list.join(', ')}`.trimEnd(),
    parameters: bound.map(({ bindName, type, value }) => ({ name: bindName, type, value })),
  };
}

/** Values come under the names of their declarations, or without names in their order. */
function bind(text: string, values: readonly RpcParameter[]): SqlParameter[] {
  const declarations = parseDeclarations(text);
  const bound = values.map((parameter, index) => {
    refuseOutput(parameter);
    const declaration =
      parameter.name === ''
        ? declarations[index]
        : declarations.find(({ name }) => isSame(name, parameter.name));
    if (declaration === undefined) {
      throw new SqlServerError({
        number: 8144,
        message: 'Procedure or function has too many arguments specified.',
      });
    }
    return asDeclared(declaration, parameter);
  });
  const missing = declarations.find(({ name }) => !bound.some((parameter) => isSame(parameter.name, name)));
  if (missing !== undefined) {
    throw new SqlServerError({
      number: 8178,
      message: `The parameterized query '(${text})' expects the parameter '${missing.name}', which was not supplied.`,
    });
  }
  return bound;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function refuseOutput({ isOutput, name }: RpcParameter): void {
  if (!isOutput) return;
  throw new SqlServerError({
    number: 8162,
    message: `The simulator returns no output parameters: ${name} cannot be one. Select the value instead.`,
  });
}

function textOf(parameter: RpcParameter | undefined): string {
  if (typeof parameter?.value === 'string') return parameter.value;
  throw new SqlServerError({
    number: 214,
    state: 2,
    message: "Procedure expects parameter '@statement' of type 'ntext/nchar/nvarchar'.",
  });
}

function optionalText(parameter: RpcParameter | undefined): string {
  return typeof parameter?.value === 'string' ? parameter.value : '';
}

function handleOf(parameter: RpcParameter | undefined): number {
  if (typeof parameter?.value === 'number') return parameter.value;
  throw new SqlServerError({
    number: 214,
    state: 2,
    message: "Procedure expects parameter '@handle' of type 'int'.",
  });
}
