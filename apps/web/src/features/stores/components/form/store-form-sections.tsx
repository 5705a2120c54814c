import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { STORE_STATUS_LABELS, STORE_STATUSES } from '@storefleet/contract/constants';
import type { ReactNode } from 'react';
import { Panel } from '../../../../components/panel.tsx';
import type { Fields } from '../../form/use-store-form.ts';
import type { StoreDetailsValues } from '../../store-details.ts';
import classes from './store-form.module.css';
import { SuggestedInput } from './suggested-input.tsx';

type SectionProps = { fields: Fields<keyof StoreDetailsValues> };

type BasicInformationProps = SectionProps & {
  /** The input of `shop_url`, which each kind of store names in its own way. */
  identifier: ReactNode;
  /** The choice of a type, where there is one. */
  type?: ReactNode;
};

export function BasicInformation({ fields, identifier, type }: BasicInformationProps) {
  return (
    <Panel title="Basic Information">
      <div className={classes.grid}>
        <TextInput
          label="Store name"
          name="shop_name"
          required
          autoComplete="off"
          maxLength={255}
          {...fields('shop_name')}
        />
        {identifier}
        <Textarea
          label="Description"
          name="description"
          className={classes.wide}
          autosize
          minRows={2}
          {...fields('description')}
        />
        {type}
        <NativeSelect
          label="Status"
          name="store_status"
          description="Inactive stores are left out of Sync All and of schedules; archived ones are read-only."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={STORE_STATUSES.map((status) => ({ value: status, label: STORE_STATUS_LABELS[status] }))}
          {...fields('store_status')}
        />
      </div>
    </Panel>
  );
}

export function StoreConfiguration({ fields, description }: SectionProps & { description: string }) {
  return (
    <Panel title="Store Configuration" description={description}>
      <div className={classes.grid}>
        <SuggestedInput
          suggest="currency"
          label="Currency"
          name="store_currency"
          placeholder="USD"
          maxLength={3}
          autoComplete="off"
          {...fields('store_currency')}
        />
        <TextInput label="Country" name="store_country" autoComplete="off" {...fields('store_country')} />
        <SuggestedInput
          suggest="timeZone"
          label="Timezone"
          name="store_timezone"
          placeholder="Europe/Berlin"
          autoComplete="off"
          {...fields('store_timezone')}
        />
        <TextInput
          label="Tags"
          name="tags"
          description="Separated by commas"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...fields('tags')}
        />
      </div>
    </Panel>
  );
}

const detailFields = [
  { name: 'store_owner', label: 'Owner', type: 'text' },
  { name: 'store_email', label: 'E-mail', type: 'email' },
  { name: 'store_phone', label: 'Phone', type: 'tel' },
  { name: 'store_address', label: 'Address', type: 'text' },
  { name: 'store_city', label: 'City', type: 'text' },
  { name: 'store_province', label: 'Province', type: 'text' },
  { name: 'store_zip', label: 'Postal code', type: 'text' },
  { name: 'store_country_code', label: 'Country code', type: 'text' },
] as const;

export function StoreDetails({ fields }: SectionProps) {
  return (
    <Panel title="Store Details">
      <div className={classes.grid}>
        {detailFields.map(({ name, label, type }) => (
          <TextInput key={name} label={label} name={name} type={type} autoComplete="off" {...fields(name)} />
        ))}
      </div>
    </Panel>
  );
}

export function NotesSection({ fields }: SectionProps) {
  return (
    <Panel title="Notes">
      <Textarea aria-label="Notes" name="notes" autosize minRows={3} {...fields('notes')} />
    </Panel>
  );
}
