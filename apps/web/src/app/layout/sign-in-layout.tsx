import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAppName } from '../../lib/api/app-config.ts';
import { BrandMark } from './brand-mark.tsx';
import classes from './sign-in-layout.module.css';
import { ThemeMenu } from './theme-menu.tsx';

/** Layout of the screens before sign-in. */
export function SignInLayout({ subtitle, children }: { subtitle: ReactNode; children: ReactNode }) {
  const appName = useAppName();
  return (
    <div className={classes.page}>
      <div className={classes.theme}>
        <ThemeMenu />
      </div>
      <main className={classes.main}>
        <div className={classes.brand}>
          <BrandMark size={44} />
          <Title order={1} className={classes.name}>
            {appName}
          </Title>
          <p className={classes.subtitle}>{subtitle}</p>
        </div>
        <div className={classes.card}>{children}</div>
      </main>
    </div>
  );
}
