/// The style of a page: light and dark, wide and narrow, without external resources.
enum PageStyle {
    /// The number of line colours, which repeat.
    static let colors = 8

    /// The widths of lines at the first, second and third use of a colour; they repeat.
    static let widths = ["", "thin", "thick"]

    static let sheet = String(decoding: PackageResources.page_css, as: UTF8.self)
}
