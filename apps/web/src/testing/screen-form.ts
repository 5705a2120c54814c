import { fireEvent, screen, within } from '@testing-library/react';

/** Finds form controls as a user would. */
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
export const pressWhenThere = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
export const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
export const choice = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
/** A password input, which has no role. */
export const secret = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: 'input' });
export const type = (input: HTMLElement | string, value: string) =>
  fireEvent.change(typeof input === 'string' ? field(input) : input, { target: { value } });
export const region = async (name: string) => within(await screen.findByRole('region', { name }));
export const question = async (name?: string) =>
  within(await screen.findByRole('dialog', name === undefined ? {} : { name }));
export const addressOf = (link: string) => screen.getByRole('link', { name: link }).getAttribute('href');

/** The description below an input. */
export const descriptionOf = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
