import Nacre

extension MutantStore {
    func changed(_ query: Query) -> Query {
        guard let items = query.items else { return query }
        switch mutation {
        case .acceptsAnyTag:
            return Query(
                items.flatMap { item in
                    item.tags.isEmpty
                        ? [item]
                        : item.tags.map { tag in
                            var item = item
                            item.tags = [tag]
                            return item
                        }
                })
        case .cutsQueries: return query.cut
        case .matchesAnyContext: return query.withoutContexts
        case .confusesContexts:
            return Query(
                items.map { item in
                    var item = item
                    item.correlations += item.causations
                    item.causations = []
                    return item
                })
        case .acceptsAnyNameInQueries: return query.withGoodNames
        default: return query
        }
    }
}

extension Query {
    /// The query without the items after the 63rd.
    var cut: Query { items.map { Query([Item]($0.prefix(63))) } ?? self }

    /// The query with `none` in place of every invalid name.
    var withGoodNames: Query {
        let good = { (name: String) in (try? Tag(name).validate(as: "name")) == nil ? "none" : name }
        return items.map { items in
            Query(
                items.map { item in
                    .init(
                        types: item.types.map { EventType(good($0.text)) }, categories: item.categories.map(good),
                        tags: item.tags.map { Tag(good($0.text)) }, correlations: item.correlations.map(good),
                        causations: item.causations.map(good), actors: item.actors.map(good))
                })
        } ?? self
    }

    /// The query without correlations, causations and actors.
    var withoutContexts: Query {
        items.map { items in
            Query(items.map { .init(types: $0.types, categories: $0.categories, tags: $0.tags) })
        } ?? self
    }
}
