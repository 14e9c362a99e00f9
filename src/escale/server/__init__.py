"""The tables in the browser: HTTP, WebSocket, live tables, bots' turns. Puts the other rooms together."""
