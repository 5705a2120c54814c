import { Anchor, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api/api-context.ts';
import { type Confirmation, secondFactorQuery } from '../second-factor-api.ts';
import { CodeInput } from './code-input.tsx';

type Props = { value: Confirmation; onChange: (confirmation: Confirmation) => void };

/** A code of the app, or a recovery code instead. */
export function ConfirmationFields({ value: { kind, code }, onChange }: Props) {
  const { data } = useQuery(secondFactorQuery(useApi()));
  const hasCodes = (data?.recovery_codes_left ?? 0) > 0;
  return (
    <>
      {kind === 'app' ? (
        <CodeInput value={code} onChange={(typed) => onChange({ kind, code: typed })} />
      ) : (
        <TextInput
          key="recovery"
          label="Recovery code"
          description="Each works once."
          required
          withAsterisk={false}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          classNames={{ input: 'code' }}
          value={code}
          onChange={(event) => onChange({ kind, code: event.currentTarget.value })}
        />
      )}
      {(hasCodes || kind === 'recovery') && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange({ kind: kind === 'app' ? 'recovery' : 'app', code: '' })}
        >
          {kind === 'app' ? 'Use a recovery code' : 'Use the authenticator app'}
        </Anchor>
      )}
    </>
  );
}
