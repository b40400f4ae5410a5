import DomainKit
package import ItemsDomain

/// The audit of a served store over HTTP: what the accounts' lists show, against what was acknowledged.
package struct ListingAudit: Sendable {
    private let clients: [ServedClient]

    package init(of clients: [ServedClient]) {
        self.clients = clients
    }

    private struct Key: Hashable {
        var client: Int
        var item: Int
    }

    /// Checks the lists, one for each account.
    package func run(_ lists: [[ItemDetails]]) -> AuditReport {
        var foreign: [String] = []
        var listed: [Key: [ItemDetails]] = [:]
        for (account, list) in lists.enumerated() {
            for item in list {
                guard let parts = ServedClient.parts(of: item.name), clients.indices.contains(parts.client),
                    clients[parts.client].account == account
                else {
                    foreign.append("account \(account) lists \(item.id), \(item.name.prefix(40))")
                    continue
                }
                listed[Key(client: parts.client, item: parts.item), default: []].append(item)
            }
        }
        let repeated = listed.filter { $0.value.count > 1 }.map { key, found in
            "item \(key.item) of client \(key.client) is listed \(found.count) times"
        }
        var missing: [String] = []
        var altered: [String] = []
        for (index, client) in clients.enumerated() {
            for item in client.items {
                let found = listed.removeValue(forKey: Key(client: index, item: item.number)) ?? []
                guard let details = found.first(where: { $0.id.description == item.id }) else {
                    missing.append("item \(item.id) of client \(index)")
                    continue
                }
                if !item.isShown(by: details, to: client) {
                    altered.append("item \(item.id), acknowledged at version \(item.version), is at \(details.version)")
                }
            }
            for number in client.unanswered { listed[Key(client: index, item: number)] = nil }
        }
        foreign += listed.map { "item \($0.key.item) of client \($0.key.client) was never requested" }

        var report = AuditReport()
        report.add("something was created", passed: clients.contains { !$0.items.isEmpty }, detail: "nothing was")
        report.add("every acknowledged item is listed, by its account", faults: missing)
        report.add("no item is listed twice", faults: repeated)
        report.add("no account lists anything that its clients did not request", faults: foreign)
        report.add("every item has its last acknowledged name and version", faults: altered)
        return report
    }
}

extension ServedItem {
    fileprivate func isShown(by details: ItemDetails, to client: ServedClient) -> Bool {
        guard details.version == version || (isUncertain && details.version == version + 1) else { return false }
        return details.name == client.name(of: number, at: details.version)
    }
}
