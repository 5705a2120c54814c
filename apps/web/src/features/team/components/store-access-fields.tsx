import { MultiSelect, NativeSelect } from '@mantine/core';
import { type Role, storesOf } from '@storefleet/contract/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { storesQuery } from '../../stores/api/queries.ts';

type Props = {
  /** Owners see all stores. */
  role: Role;
  /** Null for all of them. */
  value: readonly string[] | null;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (storeIds: string[] | null) => void;
};

const CHOICES = [
  { value: 'all', label: 'All stores' },
  { value: 'some', label: 'Only these stores' },
];

/** Which stores somebody can see: all, or some. */
export function StoreAccessFields({ role, value, error, disabled = false, onChange }: Props) {
  const { data: stores } = useQuery(storesQuery(useApi()));
  const chosen = storesOf(role, value === null ? null : [...value]);
  return (
    <div>
      <NativeSelect
        label="Stores"
        data={CHOICES}
        value={chosen === null ? 'all' : 'some'}
        disabled={disabled || role === 'owner'}
        description={chosen === null ? 'Including stores added later.' : 'Excluding stores added later.'}
        onChange={(event) => onChange(event.currentTarget.value === 'all' ? null : [])}
      />
      {chosen !== null && (
        <MultiSelect
          mt="xs"
          name="store_ids"
          aria-label="Visible stores"
          placeholder={chosen.length === 0 ? 'Choose stores' : ''}
          data={(stores ?? []).map(({ id, shop_name }) => ({ value: id, label: shop_name }))}
          searchable
          disabled={disabled}
          value={chosen}
          error={error}
          onChange={onChange}
        />
      )}
    </div>
  );
}

/** The problem with a choice, before it is sent. */
export const storeAccessProblem = (storeIds: readonly string[] | null) =>
  storeIds?.length === 0 ? { store_ids: 'Choose at least one store.' } : {};
