/// The templates of the pages, in the folder `Templates`; partials stand in other templates.
enum Template: String, Sendable, CaseIterable {
    /// A whole page.
    case document

    /// The part above every page.
    case header

    /// A page in place of an answer.
    case problem

    /// The logo, a partial.
    case logo

    /// Parts that come and go together.
    case group

    /// The title of a screen.
    case heading

    /// Links to other screens.
    case links

    /// What went wrong with changes.
    case notices

    /// What stands where there is nothing to show.
    case placeholder

    /// A form of fields and buttons.
    case form

    /// A field of a form, a partial.
    case field

    /// A button of a form, a partial.
    case button

    /// The form that adds an item.
    case addItem = "add-item"

    /// The links to other filters.
    case filters

    /// The form that searches.
    case search

    /// The list of items.
    case items

    /// A row of the list.
    case item

    /// The button that completes and reopens, a partial.
    case check

    /// The other buttons of an item, a partial.
    case changes

    /// The fields that rename an item, a partial.
    case renaming

    /// The button that shows more.
    case more

    /// The link back to the list.
    case back

    /// An item by itself.
    case details

    /// The history of an item.
    case history

    /// The sessions of an account.
    case sessions

    /// The text of the file.
    var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    private var bytes: [UInt8] {
        switch self {
        case .document: PackageResources.document_mustache
        case .header: PackageResources.header_mustache
        case .problem: PackageResources.problem_mustache
        case .logo: PackageResources.logo_mustache
        case .group: PackageResources.group_mustache
        case .heading: PackageResources.heading_mustache
        case .links: PackageResources.links_mustache
        case .notices: PackageResources.notices_mustache
        case .placeholder: PackageResources.placeholder_mustache
        case .form: PackageResources.form_mustache
        case .field: PackageResources.field_mustache
        case .button: PackageResources.button_mustache
        case .addItem: PackageResources.add_item_mustache
        case .filters: PackageResources.filters_mustache
        case .search: PackageResources.search_mustache
        case .items: PackageResources.items_mustache
        case .item: PackageResources.item_mustache
        case .check: PackageResources.check_mustache
        case .changes: PackageResources.changes_mustache
        case .renaming: PackageResources.renaming_mustache
        case .more: PackageResources.more_mustache
        case .back: PackageResources.back_mustache
        case .details: PackageResources.details_mustache
        case .history: PackageResources.history_mustache
        case .sessions: PackageResources.sessions_mustache
        }
    }
}
