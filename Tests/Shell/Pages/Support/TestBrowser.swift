import AsyncHTTPClient
import FeatureAPI
import NIOCore
import NIOHTTP1
import Testing

@testable import ShellPages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A browser without scripts, as far as tests need one: it has cookies, follows redirects and posts forms.
final class TestBrowser {
    /// An answer, after redirects.
    struct Page {
        let status: Int
        let url: String
        let html: String
        let fields: [String: String]

        /// The text of an attribute of the page's body.
        func data(_ name: String) -> String? {
            let begin = "data-\(name)=\""
            guard let start = html.firstRange(of: begin)?.upperBound else { return nil }
            return String(html[start...].prefix { $0 != "\"" })
        }
    }

    let server: PageServer
    private(set) var cookies: [String: String] = [:]
    private(set) var page: Page?

    init(_ server: PageServer) {
        self.server = server
    }

    /// Opens a place.
    @discardableResult
    func open(_ target: String) async throws -> Page {
        try await follow(send("GET", target), from: target)
    }

    /// Fills in a form of the page that is shown, and presses a button of it.
    ///
    /// - Parameters:
    ///   - action: The button's action.
    ///   - fields: What is typed into fields; a hidden field says which form is meant.
    /// - Returns: The page that is shown then.
    /// - Throws: ``NoSuchForm`` if the page has no such button, or its form no such field.
    @discardableResult
    func post(_ action: String, _ fields: [String: String] = [:]) async throws -> Page {
        let page = try #require(self.page)
        let form = try page.form(with: action, fields)
        let target = form.target ?? page.url
        return try await follow(send("POST", target, form: form.fields), from: target)
    }

    /// Posts a form that the page that is shown may not have.
    @discardableResult
    func forge(_ action: String, _ fields: [String: String] = [:], to target: String? = nil) async throws -> Page {
        let page = try #require(self.page)
        let target = target ?? page.url
        return try await follow(send("POST", target, form: form(action, fields)), from: target)
    }

    /// Posts as the script does, and returns the answer.
    func postByScript(_ action: String, _ fields: [String: String] = [:]) async throws -> PageUpdate {
        let page = try #require(self.page)
        let (response, body) = try await send(
            "POST", page.url, form: form(action, fields), headers: ["accept": "application/json"])
        try #require(response.status == .ok)
        return try JSONDecoder().decode(PageUpdate.self, from: Data(body))
    }

    func form(_ action: String, _ fields: [String: String]) throws -> [String: String] {
        let page = try #require(self.page)
        var fields = fields
        fields["action"] = action
        fields["page"] = fields["page"] ?? page.data("page")
        fields["csrf"] = fields["csrf"] ?? page.data("csrf")
        fields["revision"] = fields["revision"] ?? page.data("revision")
        return fields
    }

    /// Sends a request with the cookies, and takes over those of the answer.
    func send(
        _ method: String, _ target: String, form: [String: String]? = nil, headers: [String: String] = [:]
    ) async throws -> (HTTPClientResponse, [UInt8]) {
        let response = try await begin(method, target, form: form, headers: headers)
        let body = try await response.body.collect(upTo: 1 << 22)
        return (response, Array(body.readableBytesView))
    }

    func begin(
        _ method: String, _ target: String, form: [String: String]? = nil, headers: [String: String] = [:]
    ) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: server.url + target)
        request.method = HTTPMethod(rawValue: method)
        if !cookies.isEmpty {
            request.headers.add(name: "cookie", value: cookies.map { "\($0)=\($1)" }.joined(separator: "; "))
        }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let form {
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            let text = form.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
            request.body = .bytes(ByteBuffer(string: text))
        }
        let response = try await Self.client.execute(request, timeout: .seconds(60))
        for cookie in response.headers["set-cookie"] {
            let parts = cookie.prefix { $0 != ";" }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(parts[0])] = cookie.contains("Max-Age=0") ? nil : String(parts[1])
        }
        return response
    }

    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private func follow(_ answer: (HTTPClientResponse, [UInt8]), from target: String) async throws -> Page {
        var (answer, url) = (answer, target)
        while answer.0.status.code == 303, let location = answer.0.headers.first(name: "location") {
            url = location
            answer = try await send("GET", location)
        }
        var fields: [String: String] = [:]
        for header in answer.0.headers { fields[header.name.lowercased()] = header.value }
        let page = Page(
            status: Int(answer.0.status.code), url: url, html: String(decoding: answer.1, as: UTF8.self),
            fields: fields)
        self.page = page
        return page
    }

    /// Sets a cookie.
    func set(_ cookie: String, _ value: String?) {
        cookies[cookie] = value
    }

    /// Signs in.
    func signIn(_ email: String = PageServer.email, at target: String = "/sign-in") async throws {
        try await open(target)
        try await post("signIn", ["email": email, "password": PageServer.password])
    }
}
