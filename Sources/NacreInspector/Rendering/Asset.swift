import HTMLRendering

/// A file that pages refer to.
///
/// Its address contains its digest, so that browsers may keep it.
struct Asset: Sendable {
    /// The path of its address.
    let path: String

    let mediaType: String
    let bytes: [UInt8]

    private init(_ name: String, _ mediaType: String, _ bytes: [UInt8]) {
        self.mediaType = mediaType
        self.bytes = bytes
        path = "/assets/\(SHA256.digest(of: bytes).prefix(16))/\(name)"
    }

    static let style = Asset("inspector.css", "text/css; charset=utf-8", PackageResources.inspector_css)
    static let script = Asset("inspector.js", "text/javascript; charset=utf-8", PackageResources.inspector_js)
    static let icon = Asset("icon.svg", "image/svg+xml", PackageResources.icon_svg)

    /// The file with a path; `nil` if there is none.
    static func named(_ path: some StringProtocol) -> Asset? { [style, script, icon].first { $0.path == path } }
}
