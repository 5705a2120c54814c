import { NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import {
  type EditableAttribute,
  type LongAttribute,
  labelOf,
} from '@storefleet/contract/attributes/attributes';
import {
  type MetafieldDefinition,
  metafieldLabel,
  metafieldName,
} from '@storefleet/contract/attributes/metafields';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { PRODUCT_STATUSES } from '@storefleet/contract/constants';
import { distinctTags } from '@storefleet/contract/values/attribute-value';
import { RichText } from '../../../components/rich-text/rich-text.tsx';
import { capitalised } from '../../../lib/format/capitalised.ts';
import { CategoryInput } from '../../categories/category-input.tsx';
import { MetafieldInput } from '../../metafields/metafield-input.tsx';
import { definitionsOf, keyOf, type ProductAttribute, unreadReason } from '../fields.ts';
import classes from './product-fields.module.css';
import { useEditor, useFieldStatus, useFieldText, useIsSaving, useNotes } from './use-editor.ts';
import { Notes } from './variants/notes.tsx';

const NOTES_ID = 'product-notes';

type Props = { product: ProductDetail; lockOf: (attribute: EditableAttribute) => string | null };

/** Product attributes. */
export function ProductFields({ product, lockOf }: Props) {
  const definitionOf = definitionsOf(product);
  return (
    <section className={classes.section} aria-label="Product">
      <div className={classes.grid}>
        <TextField attribute="title" lockedBecause={lockOf('title')} />
        <StatusField lockedBecause={lockOf('status')} />
        <TextField attribute="vendor" lockedBecause={lockOf('vendor')} />
        <TextField attribute="product_type" lockedBecause={lockOf('product_type')} />
        <TagsField lockedBecause={lockOf('tags')} />
        <CategoryField
          storeId={product.store_id}
          lockedBecause={lockOf('category') ?? unreadReason(product, 'category', definitionOf)}
        />
        {(['handle', 'seo_title', 'seo_description'] as const).map((attribute) => (
          <TextField
            key={attribute}
            attribute={attribute}
            lockedBecause={lockOf(attribute) ?? unreadReason(product, attribute, definitionOf)}
          />
        ))}
        <DescriptionField
          lockedBecause={lockOf('description') ?? unreadReason(product, 'description', definitionOf)}
        />
        {(product.metafield_definitions ?? [])
          .filter(({ owner }) => owner === 'product')
          .map((definition) => {
            const attribute = metafieldName('product', definition.key);
            return (
              <MetafieldField
                key={attribute}
                definition={definition}
                lockedBecause={lockOf(attribute) ?? unreadReason(product, attribute, definitionOf)}
              />
            );
          })}
      </div>
      <Notes id={NOTES_ID} notes={useNotes('product')} ownerName={null} currency={product.store_currency} />
    </section>
  );
}

type FieldProps = { lockedBecause: string | null };

/** The props of every product field. */
function useProductField(attribute: EditableAttribute, lockedBecause: string | null) {
  const field = { owner: 'product', attribute } as const;
  const store = useEditor();
  const text = useFieldText(field);
  const status = useFieldStatus(field);
  const saving = useIsSaving();
  return {
    text,
    isReadOnly: lockedBecause !== null || saving,
    type: (typed: string) => store.type(field, typed),
    props: {
      label: labelOf(attribute),
      'data-field': keyOf(field),
      'data-attribute': attribute,
      'data-status': status,
      'data-locked': lockedBecause !== null || undefined,
      'aria-description': lockedBecause ?? undefined,
      'aria-invalid': status === 'danger' || undefined,
      'aria-describedby': status === 'danger' || status === 'warning' ? NOTES_ID : undefined,
      title: lockedBecause ?? undefined,
      classNames: { input: classes.input },
      onBlur: () => store.leave(field),
    },
  };
}

function TextField({
  attribute,
  lockedBecause,
}: FieldProps & { attribute: Exclude<ProductAttribute, 'status' | 'tags' | LongAttribute> }) {
  const { text, isReadOnly, type, props } = useProductField(attribute, lockedBecause);
  return (
    <TextInput
      {...props}
      className={classes[attribute]}
      value={text}
      readOnly={isReadOnly}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** HTML source beside a preview. */
function DescriptionField({ lockedBecause }: FieldProps) {
  const { text, isReadOnly, type, props } = useProductField('description', lockedBecause);
  if (lockedBecause !== null && text === '') return null;
  return (
    <div className={classes.description}>
      <Textarea
        {...props}
        classNames={{ input: `${classes.input} ${classes.source}` }}
        label="Description (HTML)"
        autosize
        minRows={5}
        maxRows={12}
        spellCheck
        value={text}
        readOnly={isReadOnly}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <section className={classes.preview} {...{ tabIndex: 0, 'aria-label': 'Preview of the description' }}>
        <RichText html={text} />
      </section>
    </div>
  );
}

function MetafieldField({ definition, lockedBecause }: FieldProps & { definition: MetafieldDefinition }) {
  const attribute = metafieldName('product', definition.key);
  const { text, isReadOnly, type, props } = useProductField(attribute, lockedBecause);
  return (
    <MetafieldInput
      {...props}
      label={metafieldLabel(definition)}
      className={classes.metafield}
      definition={definition}
      text={text}
      blank="None"
      isReadOnly={isReadOnly}
      minRows={2}
      onType={type}
    />
  );
}

function CategoryField({ storeId, lockedBecause }: FieldProps & { storeId: string }) {
  const { text, isReadOnly, type, props } = useProductField('category', lockedBecause);
  return (
    <CategoryInput
      {...props}
      className={classes.category}
      storeId={storeId}
      value={text}
      readOnly={isReadOnly}
      onType={type}
    />
  );
}

function StatusField({ lockedBecause }: FieldProps) {
  const { text, isReadOnly, type, props } = useProductField('status', lockedBecause);
  const known = PRODUCT_STATUSES.map((value) => ({ value, label: capitalised(value) }));
  const isKnown = known.some(({ value }) => value === text);
  return (
    <NativeSelect
      {...props}
      className={classes.status}
      value={text}
      disabled={isReadOnly}
      data={isKnown ? known : [{ value: text, label: text === '' ? 'Unknown' : capitalised(text) }, ...known]}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

function TagsField({ lockedBecause }: FieldProps) {
  const { text, isReadOnly, type, props } = useProductField('tags', lockedBecause);
  return (
    <TagsInput
      {...props}
      className={classes.tags}
      value={distinctTags([text])}
      readOnly={isReadOnly}
      clearable={false}
      splitChars={[',']}
      placeholder={isReadOnly ? undefined : 'Type a tag and press Enter'}
      onChange={(tags) => type(tags.join(', '))}
    />
  );
}
