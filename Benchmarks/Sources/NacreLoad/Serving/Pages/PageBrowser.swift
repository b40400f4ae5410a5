import Foundation
package import NIOCore
import NIOHTTP1

/// A browser as the server of pages sees it: its cookies, and one page with its event stream.
package struct PageBrowser: Sendable {
    /// The index of the account.
    package let account: Int

    private var cookies: [String: String] = [:]

    package init(account: Int) { self.account = account }

    /// A page that is open.
    package struct OpenPage: Sendable {
        /// The index of the account.
        package let account: Int

        /// What its event stream has shown.
        package let shown: ShownChanges

        fileprivate let stream: HTTPConnection
        fileprivate let form: Form
    }

    /// What a document gives to its forms.
    fileprivate struct Form: Sendable {
        let page: String
        let csrf: String
    }

    /// Signs in with the form of the page.
    ///
    /// - Throws: ``HarnessError`` if the server does not let it in.
    package mutating func signIn(over connection: HTTPConnection) async throws {
        let form = try await open("/sign-in", over: connection)
        let answer = try await post(
            "/sign-in", form,
            [
                ("action", "signIn"), ("email", ServedAccounts.email(of: account)),
                ("password", ServedAccounts.password(of: account)),
            ], over: connection)
        guard answer.status == 303 else {
            throw HarnessError(.unavailable, "the server answered a browser's signing in with \(answer.status)")
        }
    }

    /// Opens the list of items, and its event stream on a connection of its own.
    ///
    /// - Throws: ``HarnessError`` if the server shows no list; ``TimeoutError`` if the stream does not begin.
    package mutating func openItems(
        over connection: HTTPConnection, _ port: Int, from address: String, on loop: any EventLoop
    ) async throws -> OpenPage {
        let form = try await open("/items", over: connection)
        let stream = try await HTTPConnection(to: port, from: address, on: loop)
        let shown = ShownChanges()
        let answer = stream.follow(call(.GET, "/events", [("accept", "text/event-stream")])) { part in
            shown.receive(part.readableBytesView)
        }
        answer.whenComplete { result in
            switch result {
            case .success(let answer): shown.end("the server ended the stream with status \(answer.status)")
            case .failure(let error): shown.end("\(error)")
            }
        }
        let deadline = monotonicNanoseconds() + UInt64(Self.patience * 1e9)
        while shown.events == 0 {
            if let failure = shown.failure { throw HarnessError(.unavailable, "no event stream: \(failure)") }
            guard monotonicNanoseconds() < deadline else {
                throw TimeoutError("an event stream did not begin", within: Self.patience)
            }
            try await Task.sleep(for: .milliseconds(1))
        }
        return OpenPage(account: account, shown: shown, stream: stream, form: form)
    }

    /// Closes the connection of a page's stream, and tells the server that the tab is closed.
    package mutating func close(_ page: OpenPage, over connection: HTTPConnection) async throws {
        try await page.stream.close()
        let answer = try await post("/pages/close", page.form, [], over: connection)
        guard answer.status < 300 else {
            throw HarnessError(.unavailable, "the server answered the closing of a page with \(answer.status)")
        }
    }

    /// The seconds within which an event stream must begin.
    private static let patience = 60.0

    private mutating func open(_ target: String, over connection: HTTPConnection) async throws -> Form {
        let answer = try await send(call(.GET, target), over: connection)
        guard answer.status == 200, let page = attribute("data-page", of: answer.text),
            let csrf = attribute("data-csrf", of: answer.text)
        else { throw HarnessError(.unavailable, "the server answered \(target) with \(answer.status), and no page") }
        return Form(page: page, csrf: csrf)
    }

    private mutating func post(
        _ target: String, _ form: Form, _ fields: [(String, String)], over connection: HTTPConnection
    ) async throws -> HTTPAnswer {
        let body = ([("page", form.page), ("csrf", form.csrf)] + fields).map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? value)"
        }.joined(separator: "&")
        var call = call(.POST, target, body: ByteBuffer(string: body))
        call.head.headers.replaceOrAdd(name: "content-type", value: "application/x-www-form-urlencoded")
        return try await send(call, over: connection)
    }

    private func call(
        _ method: HTTPMethod, _ target: String, _ fields: [(String, String)] = [], body: ByteBuffer? = nil
    ) -> HTTPCall {
        let cookies = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        return HTTPCall(method, target, fields: cookies.isEmpty ? fields : fields + [("cookie", cookies)], body: body)
    }

    private mutating func send(_ call: HTTPCall, over connection: HTTPConnection) async throws -> HTTPAnswer {
        let answer = try await connection.answer(to: call)
        for field in answer.head.headers[canonicalForm: "set-cookie"] {
            let parts = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { cookies[String(parts[0])] = String(parts[1]) }
        }
        return answer
    }

    private func attribute(_ name: String, of html: String) -> String? {
        guard let start = html.range(of: "\(name)=\"")?.upperBound else { return nil }
        return String(html[start...].prefix { $0 != "\"" })
    }
}
