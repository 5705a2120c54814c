import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { MssqlConnectionTestResult, MssqlTableReport } from '@storefleet/contract/stores/mssql/mssql';
import { formatCount } from '@storefleet/contract/values/quantity';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { Field, FieldList } from '../../../../components/text/field-list.tsx';
import { catchOf, rowsLeft, serverWords, updateWords } from '../../form/mssql-test-words.ts';
import classes from './mssql-test-panel.module.css';

type Props = {
  result: MssqlConnectionTestResult;
  /** The tested condition. */
  whereClause: string;
  /** Copies the tested connection into the single fields, if they differ. */
  onFillIn: (() => void) | null;
};

/** The result of a connection test: the server, and the table. */
export function MssqlTestPanel({ result, whereClause, onFillIn }: Props) {
  if (!result.success) {
    return (
      <Banner tone="danger" title={messages.stores.connectionTestFailed}>
        {result.error ?? result.message}
        {(result.version || result.in_force) && (
          <div className={classes.facts}>
            <FieldList>
              <ServerFields result={result} />
            </FieldList>
          </div>
        )}
      </Banner>
    );
  }
  const reservation = result.table && catchOf(result.table);
  return (
    <Banner tone={reservation ? 'warning' : 'success'} title={reservation ?? result.message}>
      <FieldList>
        <ServerFields result={result} />
        {result.table ? (
          <TableFields report={result.table} whereClause={whereClause} />
        ) : (
          result.tables && <Field label="Table">{tableWords(result)}</Field>
        )}
      </FieldList>
      {onFillIn && (
        <Button variant="default" size="xs" className={classes.facts} onClick={onFillIn}>
          Fill in the single fields from this
        </Button>
      )}
    </Banner>
  );
}

/** SQL Server lists only tables on which the user has a permission. */
function tableWords({ in_force: inForce, tables }: MssqlConnectionTestResult): string {
  if (tables?.length) return 'Choose one below to see its rows.';
  return `The user ${inForce?.username} cannot see any table of ${inForce?.database}. Ask for SELECT permission on the one to connect.`;
}

function ServerFields({ result }: { result: MssqlConnectionTestResult }) {
  const { version, in_force: inForce } = result;
  const isToChoose = result.success && result.tables === null;
  return (
    <>
      <Field label="Version">{version}</Field>
      {inForce && (
        <>
          <Field label="Server">{serverWords(inForce)}</Field>
          {!isToChoose && <Field label="Database">{inForce.database}</Field>}
          <Field label="Username">{inForce.username}</Field>
          <Field label="Encryption">
            {version &&
              (inForce.encrypted ? 'Encrypted' : 'Not encrypted: others on the network can read it')}
          </Field>
        </>
      )}
    </>
  );
}

function TableFields({ report, whereClause }: { report: MssqlTableReport; whereClause: string }) {
  return (
    <>
      <Field label={report.type === 'view' ? 'View' : 'Table'} code>
        {report.name}
      </Field>
      <Field label="Rows">{formatCount(report.row_count)}</Field>
      <Field label="Rows to sync">{rowsLeft(report, whereClause)}</Field>
      <Field label="Primary key" code={report.primary_key.length > 0}>
        {report.primary_key.join(', ') || 'None'}
      </Field>
      <Field label="Permission UPDATE">{updateWords(report)}</Field>
      <Field label="Query">
        <pre className={`code ${classes.query}`}>{report.query}</pre>
      </Field>
      {report.notices.map((notice) => (
        <Field key={notice} label="Note">
          {notice}
        </Field>
      ))}
    </>
  );
}
