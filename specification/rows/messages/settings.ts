import { messageRow, type Row } from '../../row.ts';
import { paginationTestScreen, settings } from '../files.ts';

export const settingsMessages: readonly Row[] = [
  messageRow(
    8,
    'settings.keyMissing',
    'Setting key is required.',
    settings('a setting is added, changed and deleted'),
  ),
  messageRow(
    8,
    'settings.loadFailed',
    'Failed to fetch settings. Please try again later.',
    settings('what fails says so, and what was typed stays'),
  ),
  messageRow(
    8,
    'settings.created',
    'Setting {key} created successfully.',
    settings('a setting is added, changed and deleted'),
  ),
  messageRow(
    8,
    'settings.createFailed',
    'Failed to create setting. Please try again.',
    settings('what fails says so, and what was typed stays'),
  ),
  messageRow(
    8,
    'settings.updated',
    'Setting {key} updated successfully.',
    settings('a setting is added, changed and deleted'),
  ),
  messageRow(
    8,
    'settings.updateFailed',
    'Failed to update setting {key}. Please try again.',
    settings('what fails says so, and what was typed stays'),
  ),
  messageRow(
    8,
    'settings.confirmDelete',
    'Are you sure you want to delete the setting {key}?',
    settings('a setting is added, changed and deleted'),
  ),
  messageRow(
    8,
    'settings.deleted',
    'Setting {key} deleted successfully.',
    settings('a setting is added, changed and deleted'),
  ),
  messageRow(
    8,
    'settings.deleteFailed',
    'Failed to delete setting {key}. Please try again.',
    settings('what fails says so, and what was typed stays'),
  ),
  messageRow(
    8,
    'paginationTest.failed',
    'Failed to run pagination test. Please try again.',
    paginationTestScreen('a test that fails says why, and the last result stays'),
  ),
];
