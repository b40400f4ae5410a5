/// What has changed of a page since a state that its browser shows.
struct PageUpdate: Sendable, Codable {
    /// The page.
    let page: String

    /// The number of the state that the update is relative to: a browser that shows an older one lacks something.
    let since: Int

    /// The number of the state after the update.
    let revision: Int

    /// The URL of the page.
    let url: String

    /// The title of the page.
    let title: String

    /// The changed parts by their ids.
    var parts: [String: String] = [:]

    /// The ids of the rows, in order, of the parts whose rows have changed.
    var lists: [String: [String]] = [:]

    /// The ids of the changed parts whose rows stay as they are.
    var containers: [String] = []

    /// Whether the browser must load the URL, because the session has changed.
    var isDocument = false

    /// What a browser gets of a page of another session: nothing of it, but that it is to be loaded again.
    var ofOtherSession: PageUpdate {
        var update = PageUpdate(page: page, since: since, revision: revision, url: url, title: "")
        update.isDocument = true
        return update
    }

    private enum CodingKeys: String, CodingKey {
        case page, since, revision, url, title, parts, lists, containers
        case isDocument = "document"
    }
}
