import DomainKit
import NacreTool

extension StandardOutput {
    /// Writes all pages of a list.
    ///
    /// - Parameters:
    ///   - options: The format and the columns.
    ///   - fetch: Fetches the page at a cursor; `nil` for the first page.
    /// - Throws: The errors of `fetch`; ``FileError`` if writing fails.
    func listPages<Element: Listed>(
        _ options: ListingOptions<Element>, _ fetch: (_ cursor: PageCursor?) async throws -> Page<Element>
    ) async throws {
        var listing = Listing<Element>(options.format, columns: options.columns, to: self)
        var cursor: PageCursor?
        repeat {
            let page = try await fetch(cursor)
            for element in page.elements { try listing.write(element) }
            cursor = page.next
        } while cursor != nil
        try listing.finish()
    }
}
