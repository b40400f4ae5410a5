/// The fields that every form of a page has: they differ between pages that show the same.
///
/// Templates write them by the partial `hidden`.
struct HiddenFields: Sendable, Equatable {
    /// Stands in rendered parts for the fields.
    ///
    /// Escaped text cannot contain it.
    static let marker = "<!--hidden-->"

    /// The page.
    let page: String

    /// The proof that a form was made for this browser.
    let csrf: String

    /// The fields as HTML.
    var html: String {
        "<input type=\"hidden\" name=\"page\" value=\"\(page)\"><input type=\"hidden\" name=\"csrf\" value=\"\(csrf)\">"
    }

    /// Fills the fields in.
    ///
    /// - Parameter html: Rendered parts.
    /// - Returns: The parts as they are sent.
    func fill(in html: String) -> String {
        html.filling(Self.marker, with: self.html)
    }
}
