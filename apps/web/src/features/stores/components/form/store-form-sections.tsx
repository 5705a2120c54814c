import { NativeSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { STORE_STATUS_LABELS, STORE_STATUSES } from '@storefleet/contract/constants';
import { type ReactNode, useId, useState } from 'react';
import type { Fields } from '../../../../components/form/use-draft.ts';
import { Panel } from '../../../../components/panel.tsx';
import type { StoreDetailsValues } from '../../store-details.ts';
import classes from './store-form.module.css';

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
        <TextInput required maxLength={255} {...fields.text('shop_name')} />
        {identifier}
        <Textarea className={classes.wide} autosize minRows={2} {...fields.text('description')} />
        {type}
        <NativeSelect
          description="Inactive stores are left out of Sync All and of schedules; archived ones are read-only."
          data={STORE_STATUSES.map((status) => ({ value: status, label: STORE_STATUS_LABELS[status] }))}
          {...fields.text('store_status')}
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
          placeholder="USD"
          maxLength={3}
          {...fields.text('store_currency')}
        />
        <TextInput {...fields.text('store_country')} />
        <SuggestedInput suggest="timeZone" placeholder="Europe/Berlin" {...fields.text('store_timezone')} />
        <TextInput description="Separated by commas" {...fields.text('tags')} />
      </div>
    </Panel>
  );
}

export function StoreDetails({ fields }: SectionProps) {
  return (
    <Panel title="Store Details">
      <div className={classes.grid}>
        <TextInput {...fields.text('store_owner')} />
        <TextInput type="email" {...fields.text('store_email')} />
        <TextInput type="tel" {...fields.text('store_phone')} />
        <TextInput {...fields.text('store_address')} />
        <TextInput {...fields.text('store_city')} />
        <TextInput {...fields.text('store_province')} />
        <TextInput {...fields.text('store_zip')} />
        <TextInput {...fields.text('store_country_code')} />
      </div>
    </Panel>
  );
}

export function NotesSection({ fields }: SectionProps) {
  const { label, ...notes } = fields.text('notes');
  return (
    <Panel title="Notes">
      <Textarea aria-label={label} autosize minRows={3} {...notes} />
    </Panel>
  );
}

type SuggestedProps = Omit<TextInputProps, 'list'> & {
  /** Of which kind of name the browser knows the values. */
  suggest: 'currency' | 'timeZone';
};

/** A field for a name of which there are hundreds: any can be typed, and the known ones are offered. */
function SuggestedInput({ suggest, ...props }: SuggestedProps) {
  const listId = useId();
  const [isUsed, setIsUsed] = useState(false);
  return (
    <>
      <TextInput {...props} list={listId} onFocus={() => setIsUsed(true)} />
      <datalist id={listId}>
        {isUsed && Intl.supportedValuesOf(suggest).map((name) => <option key={name} value={name} />)}
      </datalist>
    </>
  );
}
