import { mappingTargetLabel } from '@storefleet/contract/stores/mssql/mapping-rules';
import type { FieldMapping } from '@storefleet/contract/stores/mssql/mssql';

/** A target's label; a custom one's name in quotation marks. */
export function targetWords(target: string): string {
  const label = mappingTargetLabel(target);
  return label === target ? `“${target}”` : label;
}

type Rules = Omit<
  FieldMapping,
  'is_custom' | 'id' | 'store_id' | 'source_field' | 'target_field' | 'child_table' | 'is_generated'
>;

/** A mapping's rules in the order they apply. */
export function ruleWords(mapping: Rules): string {
  return [
    mapping.default_value === null ? null : `“${mapping.default_value}” where empty`,
    mapping.is_required ? 'required' : null,
    mapping.data_type,
    transformationWords(mapping),
  ]
    .filter((part) => part !== null)
    .join(', ');
}

function transformationWords({ transformation_type: type, transformation_config: config }: Rules) {
  if (type === 'none') return null;
  if (type !== 'concat') return type;
  const parts = [
    config?.prefix ? `prefix “${config.prefix}”` : null,
    config?.suffix ? `suffix “${config.suffix}”` : null,
  ];
  return parts.filter((part) => part !== null).join(' and ');
}

const UNTOUCHED = 'The table itself is not changed.';

/** Effect on the next sync of deleting a mapping. */
export function effectOfDeletingMapping({
  target_field: target,
}: Pick<FieldMapping, 'target_field'>): string {
  if (target === 'title') return `Without a title, the store cannot be synced. ${UNTOUCHED}`;
  if (target === 'shopify_id') {
    return `From the next sync on, each row is a separate product, identified by its primary key. ${UNTOUCHED}`;
  }
  return `With the next sync, the products of this store lose their ${targetWords(target)}. ${UNTOUCHED}`;
}
