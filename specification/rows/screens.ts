import type { Row } from '../row.ts';
import { catalogueScreens } from './screens/catalogue.ts';
import { dashboardScreens } from './screens/dashboard.ts';
import { frameScreens } from './screens/frame.ts';
import { otherScreens } from './screens/others.ts';
import { storeScreens } from './screens/stores.ts';

export const screenRows: readonly Row[] = [
  ...frameScreens,
  ...dashboardScreens,
  ...catalogueScreens,
  ...storeScreens,
  ...otherScreens,
];
