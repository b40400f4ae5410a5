"""A mail server on loopback, by aiosmtpd, that keeps what it is sent in a folder.

A file of the folder that has the name of a command (GREETING, EHLO, STARTTLS, MAIL, RCPT, DATA) says how it is answered:

  reply TEXT   with this reply
  hang         not at all
  drop         the connection is cut; with DATA, the mail is kept before
  inject       STARTTLS: with a second reply in clear
"""

import argparse
import asyncio
import email
import email.policy
import email.utils
import json
import os
import ssl
import warnings

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

arguments = argparse.ArgumentParser()
arguments.add_argument("folder")
arguments.add_argument("--port", type=int, default=0)
arguments.add_argument("--certificate")
arguments.add_argument("--key")
arguments.add_argument("--implicit-tls", action="store_true")
arguments.add_argument("--user")
arguments.add_argument("--password")
arguments.add_argument("--login-only", action="store_true")
options = arguments.parse_args()


async def answer(command, server, default):
    with open(f"{options.folder}/commands", "a") as log:
        log.write(command + "\n")
    try:
        with open(f"{options.folder}/{command}") as file:
            action, _, text = file.read().strip().partition(" ")
    except FileNotFoundError:
        return default
    if action == "reply":
        return text
    if action == "drop":
        server.transport.abort()
    await asyncio.Event().wait()


def keep(session, envelope):
    content = envelope.original_content
    message = email.message_from_bytes(content, policy=email.policy.default)
    mail = {
        "envelopeSender": envelope.mail_from,
        "envelopeRecipients": envelope.rcpt_tos,
        "isEncrypted": session.ssl is not None or options.implicit_tls,
        "user": session.auth_data.decode() if session.authenticated else None,
        "host": session.host_name,
        "content": content.decode("ascii"),
        "date": email.utils.parsedate_to_datetime(message["Date"]).isoformat(),
        "sender": str(message["From"]),
        "recipient": str(message["To"]),
        "messageID": str(message["Message-ID"]),
        "subject": str(message["Subject"]),
        "text": message.get_content().replace("\r\n", "\n"),
        "defects": [str(defect) for defect in message.defects],
    }
    folder = f"{options.folder}/mails"
    path = f"{folder}/{len(os.listdir(folder)):04}.json"
    with open(f"{options.folder}/mail.new", "w") as file:
        json.dump(mail, file)
    os.rename(f"{options.folder}/mail.new", path)


class Handler:
    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        reply = await answer("EHLO", server, None)
        return responses if reply is None else [reply]

    async def handle_MAIL(self, server, session, envelope, address, mail_options):
        envelope.mail_from = address
        return await answer("MAIL", server, "250 2.1.0 OK")

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        envelope.rcpt_tos.append(address)
        return await answer("RCPT", server, "250 2.1.5 OK")

    async def handle_DATA(self, server, session, envelope):
        path = f"{options.folder}/DATA"
        if not os.path.exists(path) or open(path).read().startswith("drop"):
            keep(session, envelope)
        return await answer("DATA", server, "250 2.0.0 OK")


class Server(SMTP):
    async def _handle_client(self):
        greeting = await answer("GREETING", self, None)
        if greeting is None:
            return await super()._handle_client()
        await self.push(greeting)
        self.transport.close()

    async def smtp_STARTTLS(self, argument):
        if os.path.exists(f"{options.folder}/STARTTLS"):
            await self.push("220 Ready\r\n250 injected")
            return await asyncio.Event().wait()
        return await super().smtp_STARTTLS(argument)


def authenticate(server, session, envelope, mechanism, data):
    expected = LoginPassword(options.user.encode(), options.password.encode())
    if data != expected:
        return AuthResult(success=False, handled=False)
    return AuthResult(success=True, auth_data=data.login)


async def main():
    loop = asyncio.get_running_loop()
    context = None
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
    settings = {}
    if options.user:
        settings = {"auth_required": True, "auth_require_tls": False, "authenticator": authenticate}
    if options.login_only:
        settings["auth_exclude_mechanism"] = ["PLAIN"]

    def connection():
        tls = None if options.implicit_tls else context
        return Server(Handler(), loop=loop, hostname="mail.test", tls_context=tls, **settings)

    tls = context if options.implicit_tls else None
    server = await loop.create_server(connection, "127.0.0.1", options.port, ssl=tls)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


warnings.simplefilter("ignore")
os.makedirs(f"{options.folder}/mails", exist_ok=True)
asyncio.run(main())
