// One ECharts drawing that follows its container's size and the page's light or dark scheme.
import { LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'preact/hooks';

echarts.use([LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

export function Chart(props: { option: echarts.EChartsCoreOption; label: string; height?: number }) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<echarts.ECharts | null>(null);

  useEffect(() => {
    if (!element.current) return undefined;
    const drawing = echarts.init(element.current);
    chart.current = drawing;
    const observer = new ResizeObserver(() => drawing.resize());
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      drawing.dispose();
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption(props.option, { notMerge: true });
  }, [props.option]);

  return <div ref={element} role="img" aria-label={props.label} style={{ height: `${props.height ?? 420}px` }} />;
}
