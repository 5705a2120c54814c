import { articleRoutes } from '@storefleet/contract/articles/articles';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../platform/http/route.ts';
import type { ArticlesService } from './articles.service.ts';
import type { MatchingService } from './matching.service.ts';

export function registerArticleRoutes(
  app: FastifyInstance,
  { articles, matching }: { articles: ArticlesService; matching: MatchingService },
): void {
  registerRoute(app, articleRoutes.list, ({ query }) => articles.list(query));
  registerRoute(app, articleRoutes.matching, () => matching.get());
  registerRoute(app, articleRoutes.saveMatching, ({ body }) => matching.save(body));
  registerRoute(app, articleRoutes.link, ({ body }) => articles.link(body));
}
