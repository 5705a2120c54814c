import { NativeSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { STORE_STATUS_LABELS, STORE_STATUSES } from '@storefleet/contract/constants';
import { type ReactNode, useId, useState } from 'react';
import { Fold } from '../../../../components/fold.tsx';
import type { Fields } from '../../../../components/form/use-draft.ts';
import { Panel } from '../../../../components/panel.tsx';
import type { StoreDetailsValues } from '../../store-details.ts';
import classes from './store-form.module.css';

const ADDRESS_FIELDS = [
  'store_address',
  'store_city',
  'store_province',
  'store_zip',
  'store_country_code',
] as const;

export type SectionsProps = {
  /** A new store's optional fields are collapsed. */
  isNew: boolean;
  /** Whether the connection comes before the name. */
  connectionFirst?: boolean;
  /** Where the name comes from if it is left blank. */
  nameNote?: string | undefined;
  fields: Fields<keyof StoreDetailsValues>;
  /** The input of `shop_url`, labelled by kind of store. */
  identifier: ReactNode;
  /** The choice of a type, if there is one. */
  type?: ReactNode;
  /** What a blank configuration means. */
  configurationNote: string;
  /** The connection's section. */
  children: ReactNode;
};

/** The fields of both kinds of store, around the connection's section. */
export function StoreFormSections(props: SectionsProps) {
  const { isNew, connectionFirst = false, children } = props;
  return (
    <div className={classes.sections}>
      {connectionFirst && children}
      <BasicInformation {...props} />
      {!connectionFirst && children}
      {isNew ? (
        <Fold label="Currency, timezone, tags, contact and notes">
          <MoreSections {...props} />
        </Fold>
      ) : (
        <MoreSections {...props} />
      )}
    </div>
  );
}

function BasicInformation({ isNew, fields, identifier, type, nameNote }: SectionsProps) {
  const more = (
    <div className={`${classes.grid} ${classes.wide}`}>
      <Textarea className={classes.wide} autosize minRows={2} {...fields.text('description')} />
      {type}
      <NativeSelect
        description="Inactive stores are left out of Sync All and of schedules; archived ones are read-only."
        data={STORE_STATUSES.map((status) => ({ value: status, label: STORE_STATUS_LABELS[status] }))}
        {...fields.text('store_status')}
      />
    </div>
  );
  return (
    <Panel title="Basic Information">
      <div className={classes.grid}>
        {isNew && identifier}
        <TextInput required maxLength={255} description={nameNote} {...fields.text('shop_name')} />
        {!isNew && identifier}
        {isNew ? <Fold label="Description, type and status">{more}</Fold> : more}
      </div>
    </Panel>
  );
}

function MoreSections({ fields, configurationNote }: SectionsProps) {
  const { label: notesLabel, ...notes } = fields.text('notes');
  return (
    <div className={classes.sections}>
      <Panel title="Store Configuration" description={configurationNote}>
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
      <Panel title="Store Details">
        <div className={classes.grid}>
          <TextInput {...fields.text('store_owner')} />
          <TextInput type="email" {...fields.text('store_email')} />
          <TextInput type="tel" {...fields.text('store_phone')} />
          {ADDRESS_FIELDS.map((name) => (
            <TextInput key={name} {...fields.text(name)} />
          ))}
        </div>
      </Panel>
      <Panel title="Notes">
        <Textarea aria-label={notesLabel} autosize minRows={3} {...notes} />
      </Panel>
    </div>
  );
}

type SuggestedProps = Omit<TextInputProps, 'list'> & {
  /** The kind of names that the browser can list. */
  suggest: 'currency' | 'timeZone';
};

/** A field with hundreds of possible names: any can be typed, known ones are suggested. */
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
