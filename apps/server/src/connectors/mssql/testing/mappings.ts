import type { Mapping } from '../client/settings.ts';

/** A mapping of a column to a target; what is not said is as the form leaves it. */
export function mapping(source: string, target: string, details: Partial<Mapping> = {}): Mapping {
  return {
    source_field: source,
    target_field: target,
    data_type: 'string',
    is_required: false,
    default_value: null,
    transformation_type: 'none',
    transformation_config: null,
    ...details,
  };
}
