import FeatureAPI
package import Foundation

extension BrowserTab {
    /// Takes a picture of the whole page, also of what is not scrolled into view.
    ///
    /// - Returns: The picture, as PNG.
    package func screenshot() async throws -> Data {
        let layout: Layout = try await develop("Page.getLayoutMetrics")
        let size = layout.cssContentSize
        let picture: Picture = try await develop(
            "Page.captureScreenshot",
            [
                "captureBeyondViewport": true,
                "clip": ["x": 0, "y": 0, "width": .number(size.width), "height": .number(size.height), "scale": 1],
            ])
        return picture.data
    }

    /// Saves a picture of the whole page in a folder, which is created if it is missing, as `name.png`.
    package func saveScreenshot(_ name: String, in folder: URL) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await screenshot().write(to: folder.appending(path: "\(name).png"))
    }

    private struct Layout: Decodable {
        let cssContentSize: Size
    }

    private struct Size: Decodable {
        let width: Double
        let height: Double
    }

    private struct Picture: Decodable {
        let data: Data
    }
}
