import type { FieldMapping } from '@storefleet/contract/stores/mssql';

/** A mapping of a column to the title, with overrides. */
export function buildMapping(fields: Partial<FieldMapping> = {}): FieldMapping {
  return {
    id: '0190b000-0000-7000-8000-000000000001',
    store_id: '0190a000-0000-7000-8000-000000000001',
    source_field: 'item_name',
    target_field: 'title',
    is_custom: false,
    data_type: 'string',
    is_required: true,
    default_value: null,
    transformation_type: 'none',
    transformation_config: null,
    is_generated: true,
    ...fields,
  };
}
