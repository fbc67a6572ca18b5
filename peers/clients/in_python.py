"""The Python SDK's client behind JSON lines: one request a line in, its outcome a line out."""

import asyncio
import json
import sys
from contextlib import AsyncExitStack

from mcp import Client, StdioServerParameters, types
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


def server_of(target):
    if target["transport"] == "stdio":
        return StdioServerParameters(command=target["command"], args=target["args"], env=target["env"])
    http = create_mcp_http_client(headers={"authorization": f"Bearer {target['token']}"})
    return streamable_http_client(target["url"], http_client=http)


async def main():
    heard = {"updated": 0, "listed": 0}

    def hear(message):
        name = type(message).__name__
        heard["updated"] += "ResourceUpdated" in name
        heard["listed"] += "ListChanged" in name

    async def on_message(message):
        if client.protocol_version < "2026":
            hear(message)

    async def listen(stack, client, uri):
        subscription = await stack.enter_async_context(
            client.listen(tools_list_changed=True, resource_subscriptions=[uri])
        )

        async def pump():
            async for event in subscription:
                hear(event)

        task = asyncio.create_task(pump())
        stack.callback(task.cancel)

    async def do(stack, client, ask):
        match ask["op"]:
            case "tools":
                return [tool.name for tool in (await client.list_tools(cache_mode="bypass")).tools]
            case "call":
                result = await client.call_tool(ask["name"], ask["args"])
                return result.model_dump(mode="json", by_alias=True, exclude_none=True)
            case "resources":
                return [str(each.uri) for each in (await client.list_resources(cache_mode="bypass")).resources]
            case "read":
                return (await client.read_resource(ask["uri"], cache_mode="bypass")).contents[0].text
            case "prompt":
                return (await client.get_prompt(ask["name"])).messages[0].content.text
            case "watch":
                if client.protocol_version >= "2026":
                    return await listen(stack, client, ask["uri"])
                await client.subscribe_resource(ask["uri"])
            case "heard":
                return heard
            case other:
                raise ValueError(other)

    target, mode = json.loads(sys.argv[1]), sys.argv[2]
    info = types.Implementation(name="peer-python", version="1.0.0")
    lines = asyncio.StreamReader(limit=2**24)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    client = Client(server_of(target), mode=mode, message_handler=on_message, client_info=info)
    async with client, AsyncExitStack() as stack:
        say({"ready": str(client.protocol_version)})
        while line := await lines.readline():
            ask = json.loads(line)
            try:
                say({"id": ask["id"], "result": await do(stack, client, ask)})
            except Exception as error:
                say({"id": ask["id"], "error": f"{type(error).__name__}: {error}"})


def say(message):
    print(json.dumps(message), flush=True)


asyncio.run(main())
