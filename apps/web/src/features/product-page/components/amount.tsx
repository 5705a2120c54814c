import { Absent } from '../../../components/text/absent.tsx';
import { formatMoney } from '../../../lib/format/format-money.ts';

export function Amount({ value, currency, what }: { value: string | null; currency: string; what: string }) {
  return value === null ? <Absent what={what} /> : formatMoney(value, currency);
}
