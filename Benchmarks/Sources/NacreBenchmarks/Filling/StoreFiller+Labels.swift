extension StoreFiller {
    /// The same filler, whose events carry ids and tags: for workloads that find events by them.
    var labelled: StoreFiller {
        var task = task
        task.load.labels = .idAndTags
        return StoreFiller(task: task, events: events, tailEvents: tailEvents, kept: kept, makeWorker: makeWorker)
    }
}
