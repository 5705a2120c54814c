import { messageRow, type Row } from '../../row.ts';
import { mssqlMappings, mssqlPanel, mssqlProducts } from '../files.ts';

export const mappingsMessages: readonly Row[] = [
  messageRow(8, 'mappings.tableMissing', 'Please select a table first', mssqlPanel('defaults need a table')),
  messageRow(
    8,
    'mappings.loadFailed',
    'Failed to load field mappings',
    mssqlPanel('mappings that cannot be read say so'),
  ),
  messageRow(
    8,
    'mappings.added',
    'Field mapping added successfully',
    mssqlPanel('a mapping is added: the price takes a number, and a custom field its name'),
  ),
  messageRow(
    8,
    'mappings.addFailed',
    'Failed to add field mapping',
    mssqlPanel('what the server refuses stands at its field, and nothing that was typed is lost'),
  ),
  messageRow(
    8,
    'mappings.confirmDelete',
    'Are you sure you want to delete this mapping?',
    mssqlPanel('a mapping is deleted once it is confirmed, and a failure stays in the question'),
  ),
  messageRow(
    8,
    'mappings.deleted',
    'Field mapping deleted successfully',
    mssqlMappings('is added with the defaults, listed, changed and deleted'),
  ),
  messageRow(
    8,
    'mappings.deleteFailed',
    'Failed to delete field mapping',
    mssqlPanel('a mapping is deleted once it is confirmed, and a failure stays in the question'),
  ),
  messageRow(
    8,
    'mappings.generated',
    'Generated {count} default mappings',
    mssqlProducts('a table is mapped, previewed, synced, found, edited and put back'),
  ),
  messageRow(
    8,
    'mappings.generateFailed',
    'Failed to generate default mappings',
    mssqlPanel('defaults that cannot be made say why'),
  ),
];
