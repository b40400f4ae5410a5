import FeatureAPI
import HTMLRendering

/// A file that pages refer to.
///
/// Its address contains its digest, so that browsers may keep it.
struct Asset: Sendable {
    /// The name of the file.
    let name: String

    /// The path of its URL.
    let path: String

    private let mediaType: String
    let bytes: [UInt8]

    private init(_ name: String, _ mediaType: String, _ bytes: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.bytes = bytes
        path = "/assets/\(SHA256.digest(of: bytes).prefix(16))/\(name)"
    }

    /// The style sheet: the files in the order in which later rules replace earlier ones.
    static let style = Asset(
        "pages.css", "text/css; charset=utf-8",
        Array(
            [
                PackageResources.base_css, PackageResources.forms_css, PackageResources.items_css,
                PackageResources.messages_css,
            ].joined(separator: [UInt8(ascii: "\n")])))

    /// The script.
    static let script = Asset("pages.js", "text/javascript; charset=utf-8", PackageResources.pages_js)

    /// The icon.
    static let icon = Asset("icon.svg", "image/svg+xml", PackageResources.icon_svg)

    /// All of them.
    static let all = [style, script, icon]

    /// The answer to a request for it.
    var response: APIResponse {
        APIResponse(
            status: 200,
            fields: APIFields([
                "content-type": mediaType, "cache-control": "public, max-age=31536000, immutable",
            ]),
            body: bytes)
    }
}
