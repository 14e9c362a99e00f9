import 'kit/tokens.css';
import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { i18n } from './i18n/language.svelte.ts';
import { startWorker } from './worker.ts';

await i18n.start();
const target = document.getElementById('app');
if (target) mount(App, { target });
if (import.meta.env.PROD) void startWorker();
