import { useQueryClient } from '@tanstack/react-query';
import { useAuth } from './auth-context.tsx';

/** Ends this browser's session; the app then shows the sign-in screen. */
export function useLogout(): () => void {
  const auth = useAuth();
  const queryClient = useQueryClient();
  return () => {
    // What is still being read would be refused.
    void queryClient.cancelQueries();
    void auth.signOut('local');
  };
}
