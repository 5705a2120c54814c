import { SETTINGS_MESSAGE_MS } from '@storefleet/contract/constants';
import { announce } from '../../components/feedback/announce.ts';

/** Success messages of the settings screen; hidden after 3 s. */
export const announceSettings = (message: string): void => announce(message, SETTINGS_MESSAGE_MS);
