import { mappingTargetKey, mappingTargetLabel } from '@storefleet/contract/stores/mssql/mapping-rules';
import { AppError, type FieldError, validationFailed } from '../../platform/http/problem.ts';

type Placed = { readonly source_field: string; readonly target_field: string };

/**
 * Each target gets its value from one column. Refuses mappings that share a target with each other or with an
 * existing one; `pathOf` names each in the request.
 */
export function refuseTakenTargets(
  mappings: readonly Placed[],
  present: readonly Placed[],
  pathOf: (index: number) => string,
): void {
  const twice = clashes(mappings, (mapping, index) =>
    mappings.slice(0, index).find((other) => isSameTarget(other, mapping)),
  ).map(toErrors(pathOf));
  if (twice.length > 0) throw validationFailed(twice);
  const taken = clashes(mappings, (mapping) => present.find((other) => isSameTarget(other, mapping))).map(
    toErrors(pathOf),
  );
  if (taken.length === 0) return;
  throw new AppError({
    code: 'mapping_already_exists',
    detail: taken.map(({ message }) => message).join(' '),
    errors: taken,
  });
}

type Clash = { readonly index: number; readonly other: Placed };

function clashes(
  mappings: readonly Placed[],
  otherOf: (mapping: Placed, index: number) => Placed | undefined,
): Clash[] {
  return mappings.flatMap((mapping, index) => {
    const other = otherOf(mapping, index);
    return other === undefined ? [] : [{ index, other }];
  });
}

const toErrors =
  (pathOf: (index: number) => string) =>
  ({ index, other }: Clash): FieldError => ({
    path: pathOf(index),
    message: `${mappingTargetLabel(other.target_field)} is filled from the column ${other.source_field} already. Change or delete that mapping first.`,
  });

function isSameTarget(a: Placed, b: Placed): boolean {
  return mappingTargetKey(a.target_field) === mappingTargetKey(b.target_field);
}
