import type { SqlType } from '../engine/engine.ts';
import { familyOf, isCharacter } from './type.ts';

export type ConversionKind = 'implicit' | 'explicit' | 'none';

/** datetime and smalldatetime, which count days as numbers do. */
const isOldMoment = (type: SqlType): boolean => type.name === 'datetime' || type.name === 'smalldatetime';
const isLargeObject = (type: SqlType): boolean =>
  type.name === 'text' || type.name === 'ntext' || type.name === 'image';

/** Whether one type becomes another by itself, by CAST alone, or never: the chart of the reference's "Implicit conversions". */
export function conversionKind(from: SqlType, to: SqlType): ConversionKind {
  if (from.name === to.name) return 'implicit';
  if (isLargeObject(from) || isLargeObject(to)) return largeObjectKind(from, to);
  const target = familyOf(to);
  switch (familyOf(from)) {
    case 'character':
      return target === 'binary' ? 'explicit' : 'implicit';
    case 'exact':
    case 'approximate':
      return numberKind(from, to);
    case 'moment':
      return momentKind(from, to);
    case 'guid':
      return target === 'character' || target === 'binary' ? 'implicit' : 'none';
    case 'binary':
      if (target === 'approximate') return 'none';
      return target === 'moment' && !isOldMoment(to) ? 'explicit' : 'implicit';
    case 'xml':
      return target === 'character' || target === 'binary' ? 'explicit' : 'none';
  }
}

function numberKind(from: SqlType, to: SqlType): ConversionKind {
  switch (familyOf(to)) {
    case 'exact':
    case 'approximate':
    case 'character':
      return 'implicit';
    case 'binary':
      return to.name === 'rowversion' && familyOf(from) === 'approximate' ? 'none' : 'implicit';
    case 'moment':
      return isOldMoment(to) ? 'implicit' : 'none';
    default:
      return 'none';
  }
}

function momentKind(from: SqlType, to: SqlType): ConversionKind {
  switch (familyOf(to)) {
    case 'moment':
      return (from.name === 'date' && to.name === 'time') || (from.name === 'time' && to.name === 'date')
        ? 'none'
        : 'implicit';
    case 'character':
      return 'implicit';
    case 'binary':
      return 'explicit';
    case 'exact':
    case 'approximate':
      return isOldMoment(from) ? 'explicit' : 'none';
    default:
      return 'none';
  }
}

function largeObjectKind(from: SqlType, to: SqlType): ConversionKind {
  const binaries = familyOf(from) === 'binary' && familyOf(to) === 'binary';
  return binaries || (isCharacter(from) && isCharacter(to)) ? 'implicit' : 'none';
}
