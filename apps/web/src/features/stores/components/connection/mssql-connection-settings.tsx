import { Autocomplete, Checkbox, Textarea, TextInput } from '@mantine/core';
import { MSSQL_DEFAULT_PORT } from '@storefleet/contract/stores/mssql/constants';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { ReactNode } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { Fold } from '../../../../components/fold.tsx';
import { type Fields, verbatim } from '../../../../components/form/use-draft.ts';
import { Panel } from '../../../../components/panel.tsx';
import type { StringPart } from '../../form/connection-string.ts';
import {
  type FieldStanding,
  fieldStanding,
  isNamedInstance,
  type MssqlStoreFormValues,
  splitPort,
  usesConnectionString,
} from '../../form/mssql-store-values.ts';
import { SecretInput } from '../form/secret-input.tsx';
import classes from '../form/store-form.module.css';

const STANDING_WORDS: Record<FieldStanding, string | null> = {
  used: null,
  overridden: 'Not used: the connection string sets it.',
  perhaps: 'Used only if the stored connection string does not set it.',
};

const TRUST_RISK =
  'For a self-signed certificate in a network you trust. The connection stays encrypted, but the server’s ' +
  'identity is not verified: an impostor would get the password and the data.';

type Props = {
  fields: Fields<keyof MssqlStoreFormValues>;
  values: MssqlStoreFormValues;
  store: Store | null;
  /** The server's databases, if a test has listed them. */
  databases: readonly string[] | null;
  /** A database was chosen from the list. */
  onDatabase: (name: string) => void;
  /** The input for the table; a saved store offers a choice. */
  table: ReactNode;
  onChange: (part: Partial<MssqlStoreFormValues>) => void;
  /** The test; for a new store it comes before the table, which is chosen from its result. */
  footer: ReactNode;
};

export function MssqlConnectionSettings(props: Props) {
  const { fields, values, store, databases, onDatabase, table, onChange, footer } = props;
  const standing = fieldStanding(values, store);
  const database = (
    <Autocomplete
      {...verbatim}
      required
      maxLength={255}
      data={[...(databases ?? [])]}
      comboboxProps={{ withinPortal: false }}
      description={STANDING_WORDS[standing('database')] ?? databaseHint(databases)}
      {...fields.text('mssql_database')}
      onOptionSubmit={onDatabase}
    />
  );
  const connectionString = (
    <ConnectionStringFields fields={fields} values={values} store={store} standing={standing} />
  );
  const rows = (
    <>
      <div className={classes.wide}>{table}</div>
      <Textarea
        {...verbatim}
        className={classes.wide}
        classNames={{ input: 'code' }}
        autosize
        minRows={store ? 2 : 1}
        maxLength={4_000}
        placeholder="Active = 1"
        description="Optional: the condition of rows to sync, such as Active = 1. Without one, all rows are synced."
        {...fields.text('mssql_where_clause')}
      />
    </>
  );
  return (
    <Panel title="Connection Settings">
      <div className={classes.grid}>
        <ServerFields fields={fields} values={values} store={store} standing={standing} onChange={onChange} />
        {store && database}
        {store ? (
          connectionString
        ) : (
          <Fold label="A connection string instead">
            <div className={classes.grid}>{connectionString}</div>
          </Fold>
        )}
        <Checkbox
          className={classes.wide}
          description={[STANDING_WORDS[standing('trust')], TRUST_RISK].filter(Boolean).join(' ')}
          {...fields.tick('mssql_trust_server_certificate')}
        />
        {store && rows}
      </div>
      <div className={classes.footer}>{footer}</div>
      {!store && (
        <div className={`${classes.grid} ${classes.footer}`}>
          {database}
          {rows}
        </div>
      )}
    </Panel>
  );
}

type PartProps = Pick<Props, 'fields' | 'values' | 'store'> & {
  standing: (part: StringPart) => FieldStanding;
};

/** The single fields, which a connection string may override. */
function ServerFields({ fields, values, store, standing, onChange }: PartProps & Pick<Props, 'onChange'>) {
  const hintOf = (part: StringPart) => STANDING_WORDS[standing(part)];
  const takePortFromServer = () => {
    const split = splitPort(values.mssql_server);
    if (split) onChange({ mssql_server: split.server, mssql_port: split.port });
  };
  return (
    <>
      <TextInput
        {...verbatim}
        required
        autoFocus={store === null}
        maxLength={255}
        placeholder="db.example.com"
        description={hintOf('server') ?? 'A host name or address, or host\\instance for a named instance.'}
        {...fields.text('mssql_server')}
        onBlur={takePortFromServer}
      />
      <TextInput
        {...verbatim}
        inputMode="numeric"
        placeholder={String(MSSQL_DEFAULT_PORT)}
        description={hintOf('server') ?? portHint(values)}
        {...fields.text('mssql_port')}
      />
      <TextInput
        {...verbatim}
        required
        maxLength={255}
        description={hintOf('username') ?? 'A SQL Server login, not a Windows login.'}
        {...fields.text('mssql_username')}
      />
      <SecretInput
        name="mssql_password"
        isSet={store?.has_mssql_password ?? false}
        note={hintOf('username') ?? ''}
        fields={fields}
      />
    </>
  );
}

function ConnectionStringFields({ fields, values, store, standing }: PartProps) {
  const isStored = store?.has_mssql_connection_string ?? false;
  return (
    <>
      <SecretInput
        name="mssql_connection_string"
        optional
        isSet={isStored}
        note="Optional. It overrides the single fields."
        fields={fields}
      />
      {isStored && values.mssql_connection_string.trim() === '' && (
        <Checkbox
          className={classes.wide}
          description="The other fields apply again once the store is saved."
          {...fields.tick('mssql_forget_connection_string')}
        />
      )}
      {usesConnectionString(values, store) && (
        <div className={classes.wide}>
          <Banner tone="info" title="The connection string overrides the other fields">
            {overriddenWords(standing)} Table and where clause count as ever. Test Connection shows what is in
            force.
          </Banner>
        </div>
      )}
    </>
  );
}

function databaseHint(databases: readonly string[] | null): string {
  if (databases === null) return 'Test the connection to choose from a list.';
  return databases.length === 0
    ? 'The server lists no databases for this login. Enter the name.'
    : `The login has access to ${formatQuantity(databases.length, 'database')}: choose one or type.`;
}

function portHint({ mssql_server: server, mssql_port: port }: MssqlStoreFormValues): string {
  const isUsual = port.trim() === '' || Number(port) === MSSQL_DEFAULT_PORT;
  if (!isNamedInstance(server)) return `${MSSQL_DEFAULT_PORT} unless the server was set up otherwise.`;
  return isUsual
    ? 'Not used: the server is asked for the port of a named instance.'
    : 'Only this port is tried for the named instance.';
}

const FIELDS_OF_PART: Record<StringPart, readonly string[]> = {
  server: ['server', 'port'],
  database: ['database'],
  username: ['username', 'password'],
  trust: ['the choice to trust the certificate'],
};

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** Names single fields that are stored but not used. */
function overriddenWords(standing: (part: StringPart) => FieldStanding): string {
  const parts = Object.keys(FIELDS_OF_PART) as StringPart[];
  const ignored = parts
    .filter((part) => standing(part) === 'overridden')
    .flatMap((part) => FIELDS_OF_PART[part]);
  if (parts.some((part) => standing(part) === 'perhaps')) {
    return (
      'Server, port, database, username, password and the choice to trust the certificate are used only if it ' +
      'does not set them.'
    );
  }
  if (ignored.length === 0) return 'It names no server, database or username yet.';
  return `It is used instead of ${listed.format(ignored)}.`;
}
