import { ApiError } from '@storefleet/client/api-error';

type Answer = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

/** The API's answer as text and as structured data; refusals with the API's own message. */
export async function answer(work: () => Promise<Record<string, unknown>>): Promise<Answer> {
  try {
    const structuredContent = await work();
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fields = error.errors.map(({ path, message }) => `${path}: ${message}`);
    return { content: [{ type: 'text', text: [error.detail, ...fields].join('\n') }], isError: true };
  }
}
