import Foundation

@testable import ShellPages

/// The whole document of a sample.
struct SampleDocument {
    let sample: Sample

    init(_ sample: Sample) {
        self.sample = sample
    }

    func html(by renderer: Renderer) -> String {
        var parts = RenderedParts()
        _ = parts.show(
            header: Part("header", .header, Header(of: sample.flow)), sample.content.parts, at: 1, by: renderer)
        let page = PageID()
        let document = Document(
            title: sample.content.title, page: page.description, revision: 1, csrf: "proof", style: "pages.css",
            script: "pages.js", icon: "icon.svg")
        return HiddenFields(page: page.description, csrf: "proof").fill(
            in: renderer.html(of: document, header: parts.headerHTML, main: parts.mainHTML))
    }

    /// Writes all samples and what they refer to into the folder that the environment variable `NACRE_PAGES` names, to
    /// be looked at.
    static func writeAll(by renderer: Renderer) throws {
        guard let path = ProcessInfo.processInfo.environment["NACRE_PAGES"] else { return }
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        try Data(Asset.style.bytes).write(to: folder.appending(path: "pages.css"))
        try Data(PackageResources.icon_svg).write(to: folder.appending(path: "icon.svg"))
        for sample in Sample.all {
            try Data(SampleDocument(sample).html(by: renderer).utf8).write(
                to: folder.appending(path: "\(sample.name).html"))
        }
    }
}
