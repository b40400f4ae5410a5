/// Which requests reach an inspector that listens on loopback.
///
/// Any page of any site may let a browser send requests to loopback, and any user of the machine may send some.
struct InspectorGate: Sendable {
    // INSP-01: An address of the inspector carries a token, and nothing else reads the store.

    let token: InspectorToken

    /// Why a request does not reach the inspector.
    enum Refusal: Hashable {
        /// It asks for another host: a name of another site that leads here (DNS rebinding).
        case otherHost

        /// A page of another site has made it.
        case otherSite

        /// It has neither the token nor the cookie.
        case noToken

        /// It has a body, which no view reads.
        case body
    }

    /// What becomes of a request.
    enum Passage: Hashable {
        case refused(Refusal)

        /// It reaches the inspector.
        case open

        /// It has the token in its address: the browser gets the cookie, and goes on to the address without it.
        case entering(address: String, isFromOtherSite: Bool)
    }

    /// Judges a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - port: The port that the server listens on.
    /// - Returns: What becomes of it.
    func passage(of request: InspectorRequest, on port: Int) -> Passage {
        guard let host = request.fields["host"], Self.hosts(port).contains(host.lowercased()) else {
            return .refused(.otherHost)
        }
        guard Self.isBodiless(request) else { return .refused(.body) }
        let isFromOtherSite = Self.isFromOtherSite(request, to: host)
        guard !isFromOtherSite || Self.isNavigation(request) else { return .refused(.otherSite) }
        // Style and script have no secret, and the page that refuses a request needs them.
        if Asset.named(request.path) != nil { return .open }
        let parameters = request.parameters
        if parameters.has("token") {
            guard parameters.values("token").contains(where: token.matches) else { return .refused(.noToken) }
            let path = request.path == "/" ? Address.log[...] : request.path
            // A path that begins with two slashes is an address of another host.
            guard !path.dropFirst().hasPrefix("/"), !path.contains("\\") else { return .refused(.noToken) }
            return .entering(
                address: path + parameters.without("token").query, isFromOtherSite: isFromOtherSite)
        }
        return cookies(of: request, on: port).contains(where: token.matches) ? .open : .refused(.noToken)
    }

    /// The field `Set-Cookie` that lets a browser in.
    func cookie(on port: Int) -> String {
        "\(Self.cookieName(port))=\(token.text); Path=/; HttpOnly; SameSite=Strict"
    }

    /// The values of the cookie; another server of this machine may have set one, too.
    private func cookies(of request: InspectorRequest, on port: Int) -> [String] {
        (request.fields["cookie"] ?? "").split(separator: ";").compactMap { cookie in
            let parts = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0] == Self.cookieName(port) ? String(parts[1]) : nil
        }
    }

    /// Cookies do not belong to a port, so that inspectors of several stores need several names.
    private static func cookieName(_ port: Int) -> String { "nacre-inspector-\(port)" }

    private static func hosts(_ port: Int) -> [String] {
        // Browsers leave the usual port out.
        ["127.0.0.1", "localhost", "[::1]"].flatMap { port == 80 ? ["\($0):80", $0] : ["\($0):\(port)"] }
    }

    private static func isBodiless(_ request: InspectorRequest) -> Bool {
        request.fields["transfer-encoding"] == nil && request.fields["content-length"].map { $0 == "0" } ?? true
    }

    private static func isFromOtherSite(_ request: InspectorRequest, to host: String) -> Bool {
        if let origin = request.fields["origin"], origin.lowercased() != "http://\(host.lowercased())" { return true }
        guard let site = request.fields["sec-fetch-site"] else { return false }
        return site != "same-origin" && site != "none"
    }

    /// Whether the browser shows the answer as a page of its own, which no other page can read.
    private static func isNavigation(_ request: InspectorRequest) -> Bool {
        request.method == "GET" && request.fields["origin"] == nil && request.fields["sec-fetch-mode"] == "navigate"
            && request.fields["sec-fetch-dest"] == "document"
    }
}
