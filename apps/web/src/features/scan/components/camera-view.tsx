import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { CameraError, type CameraProblem, openCamera, watchForCodes } from '../camera.ts';
import classes from './scan-dialog.module.css';

/** The problem, and what to do about it. */
const REMEDIES: Record<CameraProblem, readonly [title: string, remedy: string]> = {
  insecure: [
    'Browsers only allow the camera on secure pages',
    'Open this page over https, or type the code below.',
  ],
  refused: [
    'This page may not use the camera',
    'Allow it in the browser’s settings for this site, next to the address, and try again; or type the code below.',
  ],
  none: ['No camera was found', 'Connect one and try again, or type the code below.'],
  busy: [
    'The camera is in use by another app',
    'Close the app or tab that uses it and try again, or type the code below.',
  ],
};

type Props = {
  /** False pauses decoding; the video stays. */
  reading: boolean;
  onCode: (code: string) => void;
};

/** The camera's video, with codes decoded from it. */
export function CameraView(props: Props) {
  const [tries, setTries] = useState(0);
  return <Camera key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

function Camera({ reading, onCode, onRetry }: Props & { onRetry: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState<CameraProblem | null>(null);

  useEffect(() => {
    let left = false;
    let opened: MediaStream | null = null;
    openCamera().then(
      (camera) => {
        opened = camera;
        if (left) stop(camera);
        else setStream(camera);
      },
      (error: unknown) => {
        if (!left) setProblem(error instanceof CameraError ? error.problem : 'none');
      },
    );
    return () => {
      left = true;
      setStream(null);
      if (opened) stop(opened);
    };
  }, []);

  const isReading = reading && stream !== null;
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    if (!isReading || !video.current) return;
    const controller = new AbortController();
    void watchForCodes(video.current, (code) => tell(code), controller.signal);
    return () => controller.abort();
  }, [isReading]);

  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);

  if (problem) {
    const [title, remedy] = REMEDIES[problem];
    return (
      <Banner tone="warning" title={title}>
        {remedy}{' '}
        {problem !== 'insecure' && (
          <Button variant="default" size="compact-xs" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Banner>
    );
  }
  return (
    <div className={classes.camera} data-idle={!reading || undefined}>
      <video ref={video} className={classes.video} autoPlay muted playsInline aria-label="Camera" />
      {reading && <p className={classes.hint}>Hold a barcode in front of the camera</p>}
    </div>
  );
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
