import { type Row, rowsOf } from '../../row.ts';
import { layout, navigation, router, signIn } from '../files.ts';

const row = rowsOf(2);

export const frameScreens: readonly Row[] = [
  row(
    'route',
    '/login',
    signIn('the guard leads to the sign-in screen and back to where the person was going'),
  ),
  row('route', '/', router('%s is the screen %s, under the navigation bar')),
  row('route', '/search', router('%s is the screen %s, under the navigation bar')),
  row('route', '/dashboard', router('%s is the screen %s, under the navigation bar')),
  row('route', '/history', router('%s is the screen %s, under the navigation bar')),
  row('route', '/stores/{storeId}', router('%s is the screen %s, under the navigation bar')),
  row('route', '/stores/{storeId}/edit', router('%s is the screen %s, under the navigation bar')),
  row(
    'route',
    '/stores/{storeId}/edit-mssql, without the navigation bar',
    router('the form of an MS SQL store stands without the navigation bar'),
  ),
  row('route', '/stores/{storeId}/pagination-test', router('%s is the screen %s, under the navigation bar')),
  row('route', '/add-store', router('%s is the screen %s, under the navigation bar')),
  row('route', '/add-mssql-store', router('%s is the screen %s, under the navigation bar')),
  row('route', '/settings', router('%s is the screen %s, under the navigation bar')),
  row('route', '/bulk-price-update', router('%s is the screen %s, under the navigation bar')),
  row('route', '/scheduled-syncs', router('%s is the screen %s, under the navigation bar')),
  row('route', '/scheduled-syncs/new', router('%s is the screen %s, under the navigation bar')),
  row('route', '/scheduled-syncs/{syncId}/edit', router('%s is the screen %s, under the navigation bar')),
  row('route', '/scheduled-syncs/{id}/logs', router('%s is the screen %s, under the navigation bar')),
  row(
    'rule',
    'A visitor who is not signed in is redirected to /login, replacing history',
    signIn('the guard leads to the sign-in screen and back to where the person was going'),
  ),
  row(
    'rule',
    'All other guarded routes show a navigation bar',
    router('%s is the screen %s, under the navigation bar'),
  ),
  row(
    'screen',
    'Navigation: Dashboard, Search, Schedules, Bulk Price, History, Settings',
    navigation('the bar leads home and to every screen, and says who is signed in'),
  ),
  row(
    'screen',
    'Navigation: the brand leads to /',
    navigation('the bar leads home and to every screen, and says who is signed in'),
  ),
  row(
    'screen',
    'Navigation: the e-mail address of the signed-in person and its initial',
    navigation('the bar leads home and to every screen, and says who is signed in'),
  ),
  row(
    'screen',
    'Navigation: Logout signs out and goes to /login',
    signIn('signing out in one tab ends the other'),
  ),
  row(
    'screen',
    'Navigation: a menu on small screens',
    layout('on a phone the links are in a menu, which closes when one is followed'),
  ),
  row(
    'screen',
    'Navigation: light/dark toggle',
    layout('the theme follows the system until one is chosen, and the choice is kept'),
  ),
  row(
    'screen',
    'Login: email, password and Sign In',
    signIn('a wrong password is refused in the words of the sign-in service, and nothing typed is lost'),
  ),
  row(
    'screen',
    'Login: remember me',
    signIn('remember me keeps the e-mail address in this browser, and only that'),
  ),
  row(
    'screen',
    'Login: Forgot password',
    signIn('a forgotten password is replaced through the link in the mail, which works once'),
  ),
  row(
    'rule',
    'Login: errors of the sign-in service are shown as they come',
    signIn('a wrong password is refused in the words of the sign-in service, and nothing typed is lost'),
  ),
];
